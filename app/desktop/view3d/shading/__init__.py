"""Light and shadow of a picture at rest: found on the processor, laid over the drawn picture."""
