"""The line-up of a warband: which warriors fight, and where they are set up. It is chosen once and used for every
battle until it is changed."""
