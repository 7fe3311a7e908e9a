"""The rows of a text: where it is parted, cut, and what of it is kept from one text to the next."""
