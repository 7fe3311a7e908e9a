"""The first minutes: welcome page, galleries of cells and robots with pictures, the tour."""
