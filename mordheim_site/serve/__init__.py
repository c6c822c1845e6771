"""The parts of `manage.py serve`: child processes kept alive, and the steps before they start."""
