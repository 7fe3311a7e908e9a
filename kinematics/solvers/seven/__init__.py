"""Seven axes: at an elbow angle, with a joint held, by temporary angles."""
