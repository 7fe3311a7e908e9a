"""AS, the language of Kawasaki's controllers: programs with their locations, and backups."""
