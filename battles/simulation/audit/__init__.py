"""Independent checks of battles: they share no code with the rules that they check."""
