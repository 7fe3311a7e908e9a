"""What the inverse problem answers: roots told apart, continua, reasons why there are none."""
