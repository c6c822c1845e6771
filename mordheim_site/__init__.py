"""The shell: wiring only, no game words."""
