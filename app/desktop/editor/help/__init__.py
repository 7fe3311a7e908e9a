"""Help in the text: cards about words and findings, at the pointer and at the cursor."""
