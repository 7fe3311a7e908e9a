"""What a study can ask: reach, placement, tolerance, throughput, design."""
