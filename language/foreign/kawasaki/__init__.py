"""AS of Kawasaki and V+ of Adept and Staubli: programs, and backups with their values."""
