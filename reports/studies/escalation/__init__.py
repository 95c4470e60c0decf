"""``study escalation``: how does the pool grow?"""
