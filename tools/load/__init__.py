"""Load test of the production setup with real HTTP and WebSockets: `python -m tools.load PROFILE`."""
