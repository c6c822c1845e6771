"""What `manage.py serve` is made of: child processes kept alive, and the steps before they start."""
