"""Load on the production set over real HTTP and WebSockets: `python -m tools.load PROFILE`."""
