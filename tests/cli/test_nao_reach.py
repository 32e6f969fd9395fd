from click.testing import CliRunner

from ludens.cli.main import command
from ludens.robots.nao.kinematics.reach import make_reach_map


def test_a_point_is_asked_about(monkeypatch):
    coarse = make_reach_map(postures=100_000)
    monkeypatch.setattr("ludens.cli.nao.reach.load_reach_map", lambda: coarse)
    near = CliRunner().invoke(command, ["nao", "reach", "--point", "0.15", "0.10", "0.10"])
    assert near.exit_code == 0
    assert "Left: within 0.0" in near.output
    far = CliRunner().invoke(
        command, ["nao", "reach", "--point", "0.6", "0", "0", "--pointing", "1", "0", "0"]
    )
    assert far.output.count("out of reach") == 2
