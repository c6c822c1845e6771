"""Sealing a message for one browser, and signing for the site that sends it: RFC 8291 (with RFC 8188) and RFC 8292.

Knows no rows and no network. Keys and messages are bytes; texts are base64url without padding, as browsers give them.
"""

from __future__ import annotations

import base64
import binascii
import json
import secrets
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
POINT_BYTES: Final = 65
AUTH_BYTES: Final = 16
RECORD_BYTES: Final = 4096
MOST_BYTES: Final = RECORD_BYTES - 16 - 1 - 86
"""Of a message: what one record holds besides its tag, its end mark and the head."""
LAST_RECORD: Final = b"\x02"


class BadKey(ValueError):
    """The key is invalid."""


def text_of(data: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def bytes_of(text: str) -> bytes:
    """Decode base64url, padded or not. Raises BadKey."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as wrong:
        raise BadKey(text[:20]) from wrong


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """A key from its 32 bytes as text. Raises BadKey."""
    number = int.from_bytes(bytes_of(text), "big")
    try:
        return ec.derive_private_key(number, CURVE)
    except ValueError as wrong:
        raise BadKey("not a key of P-256") from wrong


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half, uncompressed: 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_text(text: str) -> str:
    """The public half of a private key as text, for `applicationServerKey`. Raises BadKey."""
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
    """The body to send, content coding aes128gcm. `salt` (16 bytes) and `own` are random unless given.

    Raises BadKey, ValueError for a message of more than MOST_BYTES.
    """
    theirs, secret = checked_keys(point, auth)
    if len(message) > MOST_BYTES:
        raise ValueError(f"{len(message)} bytes; at most {MOST_BYTES} fit")
    salt = secrets.token_bytes(16) if salt is None else salt
    own = ec.generate_private_key(CURVE) if own is None else own
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    mine = point_of(own)
    material = _derive(shared, secret, b"WebPush: info\x00" + theirs + mine, 32)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\x00", 12)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes((len(mine),)) + mine
    return head + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def opened(body: bytes, own: ec.EllipticCurvePrivateKey, auth: str) -> bytes:
    """Decrypt a sealed body with the browser's own key; for tests of the sender."""
    salt, size = body[:16], body[20]
    theirs = body[21 : 21 + size]
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    material = _derive(shared, bytes_of(auth), b"WebPush: info\x00" + point_of(own) + theirs, 32)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\x00", 12)
    return AESGCM(key).decrypt(nonce, body[21 + size :], None).rstrip(b"\x00")[:-1]


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(material)


def signed(text: str, *, audience: str, contact: str, expires: int) -> str:
    """The value of `Authorization` that identifies the sender: a token valid until `expires` (seconds since 1970) at
    the push service `audience` (scheme and host), with a `contact` address. `text` is the private key. Raises BadKey.
    """
    key = private_key(text)
    head = text_of(json.dumps({"typ": "JWT", "alg": "ES256"}, separators=(",", ":")).encode())
    claims = {"aud": audience, "exp": expires, "sub": contact}
    body = text_of(json.dumps(claims, separators=(",", ":")).encode())
    first, second = decode_dss_signature(key.sign(f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256())))
    signature = text_of(first.to_bytes(32, "big") + second.to_bytes(32, "big"))
    return f"vapid t={head}.{body}.{signature}, k={text_of(point_of(key))}"
