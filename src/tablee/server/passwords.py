"""Passwords that people enter once in a browser, which then keeps a cookie: that of the club, and that of its operator.

They are never in a URL. A cookie is made from the password, so it is worth nothing once there is another one.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import scrypt
from http.cookies import CookieError, SimpleCookie


class Password:
    def __init__(self, name: str, secret: str, days: int) -> None:
        self.name, self.days = f"tablee-{name}", days
        self.secret = secret.encode()
        self.value = scrypt(self.secret, salt=self.name.encode(), n=2**14, r=8, p=1, dklen=32).hex()

    def is_right(self, text: str) -> bool:
        return hmac.compare_digest(text.strip().encode(), self.secret)

    def is_given(self, headers: Mapping[bytes, bytes]) -> bool:
        """Whether a request has the cookie."""
        try:
            found = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1")).get(self.name)
        except CookieError:
            return False
        return found is not None and hmac.compare_digest(found.value.encode(), self.value.encode())

    def cookie(self, path: str, https: bool) -> str:
        """Scripts cannot read it, and no other site can make a browser send it along with a request of its own."""
        return f"{self.name}={self.value}; Path={path}; Max-Age={86400 * self.days}; HttpOnly; SameSite=Lax" + "; Secure" * https
