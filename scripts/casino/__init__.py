"""What the page of Casino says of first hands, beside advice: a part of ``make verify``."""
