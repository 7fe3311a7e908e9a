"""Results of the inverse problem: distinct roots, continua, and reasons why there is no root."""
