"""What a scenario is fought for: things to carry, people to escort or hunt, places to hold, ways out."""
