"""The order in which workers run the jobs of different users."""
