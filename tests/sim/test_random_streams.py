from ludens.sim.random_streams import RandomStreams


def test_the_same_seed_and_name_give_the_same_numbers():
    assert RandomStreams(7).stream("sonar").random() == RandomStreams(7).stream("sonar").random()


def test_other_seeds_and_other_names_give_other_numbers():
    numbers = {
        RandomStreams(seed).stream(name).random()
        for seed in (0, 1, 2**40)
        for name in ("sonar", "camera", "")
    }
    assert len(numbers) == 9


def test_drawing_from_one_stream_leaves_the_others_alone():
    streams = RandomStreams(7)
    undisturbed = RandomStreams(7).stream("camera").random(3)
    streams.stream("sonar").random(1000)
    assert (streams.stream("camera").random(3) == undisturbed).all()
