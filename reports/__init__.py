"""The answers: results as tables, figures and pages."""
