"""The settings of the window: a list of them, and the page that shows and changes them."""
