"""What the night's tests may ask for."""

import pytest

from tests.night.pictures import Album


@pytest.fixture
def album() -> Album:
    """Keeps pictures for the documentation when asked to."""
    return Album()
