"""Moderation: staff remove names, pictures and packs of users, with a reason, and can restore them."""
