"""``study surface``: what does it cost to sit down, under any rule of penalties? In a game for
points: what does a point cost?"""
