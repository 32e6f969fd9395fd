"""What the browser tests of one file share: Chromium, and servers of toy games."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.studio.browsing import ToyServers, chromium, toy_servers


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, chromium(playwright) as browser:
        yield browser


@pytest.fixture(scope="module")
def servers() -> Iterator[ToyServers]:
    with toy_servers() as servers:
        yield servers
