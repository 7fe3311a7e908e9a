"""Jobs of Yaskawa in our language, instruction by instruction."""
