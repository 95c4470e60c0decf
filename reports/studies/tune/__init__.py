"""Tuning: which values of a strategy's parameters are best?"""
