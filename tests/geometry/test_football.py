import pytest

from ludens.geometry.football import patches_on_cube


def test_twelve_patches_of_the_icosahedron_are_black_and_the_faces_lie_opposite_each_other():
    black = patches_on_cube(96)
    assert black.shape == (6, 96, 96)
    counts = black.sum(axis=(1, 2))
    assert counts.min() > 0
    assert counts == pytest.approx([counts[0]] * 6, abs=0)  # three axes, two corners near each face, mirrored


def test_wider_patches_cover_more_of_the_ball():
    shares = [patches_on_cube(64, rad).mean() for rad in (0.2, 0.36, 0.5)]
    assert 0.0 < shares[0] < shares[1] < shares[2] < 1.0
