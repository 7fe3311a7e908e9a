"""Studies: questions that outgrow one run, answered chunk by chunk on one core or on many."""
