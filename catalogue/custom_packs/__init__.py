"""Own packs: facts that players write, keep as rows, release and share. The Book knows them by their codes alone."""
