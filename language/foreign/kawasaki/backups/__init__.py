"""What a controller of AS holds beside one program: values, texts, tables, other programs."""
