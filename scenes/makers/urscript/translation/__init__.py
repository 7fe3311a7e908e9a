"""URScript in our language: names, values, places, motions and what stands between them."""
