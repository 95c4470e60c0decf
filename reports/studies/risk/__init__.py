"""What it costs to sit down."""
