"""What the browser tests of one file share: Chromium, and servers of toy games."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.studio.browsing import ToyServers, chromium, open_page, toy_server, toy_servers


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, chromium(playwright) as browser:
        yield browser


@pytest.fixture(scope="module")
def servers() -> Iterator[ToyServers]:
    with toy_servers() as servers:
        yield servers


@pytest.fixture(scope="module")
def toy(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page of a toy game of its own."""
    with toy_server(tmp_path_factory.mktemp("toy")) as server:
        page = open_page(browser, server.address)
        yield page
        page.close()
