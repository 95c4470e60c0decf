"""A report as a page and as files."""

#: The page that people open, and that of everything else where a report opens with answers.
FIRST, NUMBERS = "index.html", "numbers.html"
