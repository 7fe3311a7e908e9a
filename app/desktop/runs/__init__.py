"""The run that is shown: its worker, its time, its control, questions at a stop."""
