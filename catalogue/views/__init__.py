"""Pages of the catalogue: reading only, answered from the Book."""
