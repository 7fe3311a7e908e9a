"""The engine of studies: chunks of work, their files, and the executors that carry them out."""
