"""How fast the engine is: whole battles and single questions, measured on one core (`manage.py bench`)."""
