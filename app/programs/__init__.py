"""Program files, and what is known of their lines."""
