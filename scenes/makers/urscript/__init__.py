"""URScript, the language of Universal Robots' controllers: `.script` files."""
