"""What the page of Euchre says of hands, beside advice: a part of ``make verify``."""
