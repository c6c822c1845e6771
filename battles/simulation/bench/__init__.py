"""The engine's speed: whole battles and single operations, measured on one core (`manage.py bench`)."""
