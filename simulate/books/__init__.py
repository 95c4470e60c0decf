"""What kernels count, and how it is added up."""
