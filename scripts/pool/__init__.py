"""What the page of Pool says of hands, beside advice: a part of ``make verify``."""
