"""The main window, and the report of a fault of Cellwright itself."""
