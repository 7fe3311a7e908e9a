"""What `cellwright export` does for every language, and what it does for ROS."""
