"""The Django project: wiring only, no game logic."""
