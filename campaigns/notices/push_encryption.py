"""Encrypts a push message for one browser and signs it for the site: RFC 8291 and RFC 8292.

The cryptography comes from http-ece and py-vapid. pywebpush, which wraps both, would send the message itself, but ours
have to go through `outgoing_requests`, which refuses internal addresses. Keys and messages are bytes; text is base64url
without padding, as browsers send it.
"""

from __future__ import annotations

import base64
import binascii
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
POINT_BYTES: Final = 65
AUTH_BYTES: Final = 16
RECORD_BYTES: Final = 4096
MOST_BYTES: Final = RECORD_BYTES - 16 - 1 - 86
"""Maximum size of a message in bytes that fits into one record next to its tag, its end mark and the header."""


class BadKey(ValueError):
    """The key is invalid."""


def text_of(data: bytes) -> str:
    """Bytes as base64url text without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def bytes_of(text: str) -> bytes:
    """Decode base64url, padded or not. Raises BadKey."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as wrong:
        raise BadKey(text[:20]) from wrong


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """A private key from the text of its 32 bytes. Raises BadKey."""
    number = int.from_bytes(bytes_of(text), "big")
    try:
        return ec.derive_private_key(number, CURVE)
    except ValueError as wrong:
        raise BadKey("not a key of P-256") from wrong


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key in uncompressed form, 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_text(text: str) -> str:
    """The public key for a private key, as text for `applicationServerKey`. Raises BadKey."""
    return text_of(point_of(private_key(text)))


def checked_keys(point: str, auth: str) -> tuple[bytes, bytes]:
    """A browser's public key and secret. Raises BadKey for invalid ones."""
    theirs, secret = bytes_of(point), bytes_of(auth)
    if len(theirs) != POINT_BYTES or len(secret) != AUTH_BYTES:
        raise BadKey("wrong length")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
    except ValueError as wrong:
        raise BadKey("not a point of P-256") from wrong
    return theirs, secret


def seal(
    message: bytes,
    point: str,
    auth: str,
    *,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The encrypted body to send, with content coding aes128gcm. `salt` (16 bytes) and the key `own` are random unless
    given. Raises BadKey; ValueError for a message of more than MOST_BYTES."""
    # Imported only when needed, to save memory in every process.
    import http_ece

    theirs, secret = checked_keys(point, auth)
    if len(message) > MOST_BYTES:
        raise ValueError(f"{len(message)} bytes; at most {MOST_BYTES} fit")
    own = ec.generate_private_key(CURVE) if own is None else own
    body: bytes = http_ece.encrypt(
        message, salt=salt, private_key=own, dh=theirs, auth_secret=secret, rs=RECORD_BYTES, version="aes128gcm"
    )
    return body


def signed(text: str, *, audience: str, contact: str, expires: int) -> str:
    """The value of the header `Authorization`, which identifies the sender: a token that is valid until `expires`
    (seconds since 1970) at the push service `audience` (scheme and host), with a `contact` address. `text` is the
    private key. Raises BadKey."""
    # Imported only when needed, to save memory in every process.
    from py_vapid import Vapid02

    claims = {"aud": audience, "exp": expires, "sub": contact}
    header: str = Vapid02(private_key(text)).sign(claims)["Authorization"]
    return header
