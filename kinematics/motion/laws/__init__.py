"""Time laws: the parameter of a path as a function of time, under the limits of the joints."""
