"""The shown run: its worker, its time, its control, questions at a stop."""
