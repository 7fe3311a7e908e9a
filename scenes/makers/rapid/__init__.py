"""RAPID, the language of ABB's controllers: modules in `.mod`, `.prg` and `.sys` files."""
