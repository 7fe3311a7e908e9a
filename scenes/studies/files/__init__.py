"""Study files: their form, how they are read, and the files that they rest on."""
