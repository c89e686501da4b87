"""The certificate for HTTPS: the user's own, or a self-signed one."""

from __future__ import annotations

import datetime
import ipaddress
import os
import socket
import ssl
from pathlib import Path

from tablee.core.game import BadText, say


def certificate(wish: str, data: Path) -> tuple[str, str] | None:
    """The certificate and key files for `--tls`: the two that are named or, for `auto`, our own, stored next to the data file."""
    if not wish:
        return None
    if wish == "auto":
        return _own_certificate(data.parent)
    cert, _, key = wish.partition(",")
    if not cert or not key:
        raise BadText(say("bad-flag", text=wish[:80], form="--tls CERT,KEY"))
    for file in (cert, key):
        try:
            open(file, "rb").close()
        except OSError as error:
            raise BadText(say("no-file", file=file, why=error.strerror or str(error))) from None
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(cert, key)
    except (ssl.SSLError, OSError) as error:
        raise BadText(say("no-file", file=wish, why=str(error))) from None
    return cert, key


def _own_certificate(folder: Path) -> tuple[str, str]:
    """Self-signed and valid for ten years; browsers ask once whether to trust it."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        raise BadText(say("no-cryptography")) from None
    cert_file, key_file = folder / "tls.crt", folder / "tls.key"
    if not (cert_file.exists() and key_file.exists()):
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Tablée")])
        now = datetime.datetime.now(datetime.UTC)
        names = [x509.DNSName("localhost"), x509.DNSName(socket.gethostname())]
        addresses = [x509.IPAddress(ipaddress.ip_address(address)) for address in {"127.0.0.1", lan_address()}]
        builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        builder = builder.not_valid_before(now).not_valid_after(now + datetime.timedelta(days=3650))
        cert = builder.add_extension(x509.SubjectAlternativeName([*names, *addresses]), False).sign(key, hashes.SHA256())
        plain = serialization.NoEncryption()
        secret = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with open(key_file, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                file.write(secret)
            cert_file.write_bytes(cert.public_bytes(serialization.Encoding.PEM))
        except OSError as error:
            raise BadText(say("no-write", file=str(error.filename or folder), why=error.strerror or str(error))) from None
    return str(cert_file), str(key_file)


def lan_address() -> str:
    """This machine's address on the local network. Sends nothing: connecting a UDP socket only picks a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(("192.0.2.1", 9))
            return str(sock.getsockname()[0])
        except OSError:
            return "127.0.0.1"
