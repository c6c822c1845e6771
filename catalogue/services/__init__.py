"""Services of the catalogue room: what writes its rows."""
