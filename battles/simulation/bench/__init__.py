"""The speed of the engine: whole battles and single operations, measured on one core (`manage.py bench`)."""
