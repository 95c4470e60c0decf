"""What a person types: a decision to ask about, or a hand that was played."""
