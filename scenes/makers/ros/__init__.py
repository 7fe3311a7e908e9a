"""ROS: the motion of a run as a message for a trajectory controller."""
