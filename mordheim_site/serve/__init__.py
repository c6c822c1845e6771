"""The parts of `manage.py serve`: child processes that are kept running, and the steps before they start."""
