"""Reviews of hands that were played, decision by decision."""
