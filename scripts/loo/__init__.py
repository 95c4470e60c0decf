"""What whole sessions of Loo say of charts, advice and pages: parts of ``make verify``."""
