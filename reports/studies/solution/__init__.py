"""What to declare when everybody declares well."""
