"""A list that a module wrote, as a table on the page."""

from ludens.messages.listing import Listing, ListingRow
from ludens.studio.panels.listing import listing_html


def test_what_a_module_wrote_is_escaped_and_the_chosen_robot_is_marked() -> None:
    rows = (
        ListingRow(cells=("1", "<script>"), colour='red"', robot="blue1"),
        ListingRow(cells=("2", "keeper"), is_faded=True, robot="blue2"),
    )
    html = listing_html(Listing(columns=("", "role"), rows=rows), marked="blue2")
    assert "<script>" not in html
    assert 'red"' not in html
    assert '<tr class="faded marked" data-robot="blue2">' in html


def test_a_list_without_lines_says_so_instead_of_showing_titles_of_nothing() -> None:
    html = listing_html(Listing(columns=("ball", "reward"), rows=()))
    assert "Nothing yet." in html
    assert "reward" not in html
