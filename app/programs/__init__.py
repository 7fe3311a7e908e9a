"""Program files, and facts about their lines."""
