"""Independent checks of battles. They share no code with the rules that they check."""
