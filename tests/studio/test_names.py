"""Short names."""

from ludens.studio.names import short_names


def test_the_last_word_is_enough_where_it_is_the_only_one() -> None:
    assert short_names(["sonar/ranges", "drive/wanted_speed"]) == {
        "sonar/ranges": "ranges",
        "drive/wanted_speed": "wanted speed",
    }


def test_where_two_end_alike_the_first_difference_tells_them_apart() -> None:
    names = short_names(["alpha/ball/tracker/belief", "alpha/target/tracker/belief", "beta/plan"])
    assert names == {
        "alpha/ball/tracker/belief": "ball belief",
        "alpha/target/tracker/belief": "target belief",
        "beta/plan": "plan",
    }


def test_a_path_that_is_longer_than_its_namesake_is_told_apart() -> None:
    assert short_names(["belief", "ball/belief"]) == {"belief": "belief", "ball/belief": "ball belief"}
