"""Pages and endpoints of the battles room, one file a screen."""
