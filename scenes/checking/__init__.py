"""What is checked of a run: contacts, proofs between the samples, clearances, findings."""
