"""Boo-Ray with dominoes: tricks for a pool that who takes none pays anew."""
