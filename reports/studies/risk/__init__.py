"""``study risk``: what does it cost to sit down?"""
