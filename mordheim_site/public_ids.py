"""Public ids of rows for use in addresses: 12 characters out of 62 (about 71 bits), so they cannot be guessed."""

import secrets
import string

PUBLIC_ID_LENGTH = 12
ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase


def new_public_id() -> str:
    """Generate a public id with the operating system's random numbers."""
    return "".join(secrets.choice(ALPHABET) for _ in range(PUBLIC_ID_LENGTH))


class PublicIdConverter:
    """`<pid:public_id>` in an address. Registered by `mordheim_site.apps`."""

    regex = f"[0-9A-Za-z]{{{PUBLIC_ID_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
