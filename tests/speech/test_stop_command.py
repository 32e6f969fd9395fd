"""A stop is recognised in any words people use for it, and what merely mentions stopping is not one."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.messages.speech import Hypothesis
from ludens.speech.stop_command import SHORT, heard_stop, is_stop, mentions_stop

ENGLISH = """
stop · stop! · STOP!!! · stooop · stop stop stop · stop it · stop that · stop now · stop the arm · robot
stop · robot, stop! · hey robot stop · please stop · stop please · stop moving · stop the robot · stop the
robot right now please · can you stop · could you please stop the arm at once · you must stop · I said stop
· no stop · oh no, stop! · wait stop · just stop moving the arm · everybody stop · emergency · emergency
stop · halt · halt now · robot halt · halt the arm · freeze · freeze robot · don't move · dont move · don’t
move · do not move · please don't move · don't move the arm · don't move anymore · robot do not move ·
nobody move · stand still · please stand still · hold it · hold on · hold still · wait · wait a moment ·
whoa · hands off · abort · abort now · abort the move · stop playing · stop the game · stop knight to f3 ·
stop before you hit my cup of coffee · the arm is going to hit my cup stop · would you please stop that arm
of yours right now · S.T.O.P. · s t o p · s​top · sto­p · ＳＴＯＰ · **STOP** · _stop_ · stopstopstop ·
pleasestop · stop1 · e-stop · estop · e2e4, no, stop · wait, stop, I did not mean that one · stop whatever
you are doing right now · don't you dare move · don't move a muscle · don't move the pieces · no movement ·
don't touch that · quit moving · knock it off · keep your hands still · woah · ouch · watch out · pause the
game · that's enough · stop right there · that arm must stop · hang on · don't do that · don't walk · not
another step · no further · back away · leave it alone · take your hand away · shut down · power off · turn it
off · turn off the robot · kill the power · you are hurting me
"""
GERMAN = """
halt · Halt! · halt stopp · stopp · Stopp! · stop · stopp stopp stopp · stopp jetzt · sofort stopp · stopp
den Arm · Roboter stopp · Roboter, halt! · bitte stopp · bitte anhalten · halt an · halt den Arm an · halte
bitte sofort den Roboter an · halte an · haltet an · anhalten · sofort anhalten · stehen bleiben ·
stehenbleiben · bleib stehen · bleib bitte stehen · Roboter bleib stehen · bleib sofort stehen · nicht
bewegen · bitte nicht bewegen · nicht mehr bewegen · den Arm nicht bewegen · beweg dich nicht · bewege dich
nicht · keine Bewegung · hör auf · hör sofort auf · bitte aufhören · warte · warte mal · warte einen Moment
· Hände weg · Finger weg · Notaus · Not-Aus! · Nothalt · stillhalten · halt still · stillgestanden ·
abbrechen · Abbruch · sofort abbrechen · stoppe den Arm · kannst du bitte stoppen · nein halt · halt halt
halt · stopp das Spiel · der Arm trifft gleich meine Tasse stopp · halten Sie an · halten Sie bitte sofort
den Roboter an · bleiben Sie stehen · bewegen Sie sich nicht · bewegen Sie den Arm nicht · beweg den Arm
nicht · nicht den Arm bewegen · nicht mehr weiter bewegen · keine Bewegungen · hör doch auf · hören Sie
bitte sofort auf · hör auf dich zu bewegen · warten Sie bitte · brich den Zug ab · brechen Sie ab · ich
will dass du anhältst · stoppst du bitte · hältst du bitte an · haltmal · s t o p p · lass das · nicht
anfassen · nicht ziehen · nicht weiter · es reicht · aua · Vorsicht · Pause bitte · keinen Schritt weiter
· bleib mal kurz stehen · steh sofort still · lauf nicht
weiter · nicht mehr laufen · hör auf zu laufen · mach das nicht · tu's nicht · Hand weg · nimm den Arm weg ·
rühr nichts an · jetzt ist Schluss · unterbrechen · ausschalten · schalt den Roboter aus · du tust mir weh
"""
IN_SHORT = """
don't move at all · don´t move yet · don't move your arm again · don't move the board · don't anybody move ·
do not move one inch · don't keep moving · don't move until I say so · ich habe halt gesagt · haltet ein ·
das ist halt so · beweg dich bloß nicht · beweg dich keinen Zentimeter · nichts mehr bewegen ·
nicht den Kopf bewegen · nicht mehr rühren · beweg den Turm nicht
"""
OTHERS = """
what happens if the game stops · what happens if I tell you to stop · how do I make you stop the whole game
· when will the game stop if nobody moves · go on · knight to f3 · e2e4 · don't move the knight to c3 · do
not play e4 · take it back · cancel · never mind · no · yes · please · robot · the arm · now · hello robot
· where is my queen · castle · rook takes h8 · what should I move · is it my turn to move · a1 · d6-d5xb4 ·
rook to the top · top · shop · the knight is stopped · Springer nach f3 · weiter · vergiss es ·
was passiert wenn ich stopp sage oder so · nicht den Läufer · nimm den
Zug zurück · nein · bitte · jetzt · der Arm · hallo Roboter · wie geht das · Turm schlägt h8 · nicht e4 ·
halte die Dame auf d1 · wer ist am Zug · nichts · the pawn on e5 stops your knight from going there anyway
· is there a way to stop the passed pawn · which of my pieces could stop the pawn from promoting · the
queen freezes my rook on the back rank · I don't move the knight because it protects the queen · play pawn
to e4 and then wait for my move · a b c d · e 2 e 4 · the game · dann spiele ich halt den Turm nach d1 und
warte · wie kann ich den Freibauern auf der Linie stoppen · der Läufer kann sich gar nicht bewegen · ich
bewege den Springer nicht sondern den Läufer · wer hält den Bauern auf der siebten Reihe auf · bewege den
Springer nicht nach c3 · brich nicht gleich in Jubel aus · das Spiel · den Zug
· turn left · turn the queen's rook around · power · get up · nimm den Stein von a1 ·
lauf zum Ball · geh zum Tisch · schalt die Uhr ein · lass den Springer auf f3
"""


def phrases(table: str) -> list[str]:
    return [phrase.strip() for phrase in table.split("·")]


@pytest.mark.parametrize("phrase", [*phrases(ENGLISH), *phrases(GERMAN), *phrases(IN_SHORT)])
def test_whatever_means_stop_is_a_stop(phrase):
    assert is_stop(phrase)


@pytest.mark.parametrize("phrase", phrases(OTHERS))
def test_whatever_does_not_mean_stop_is_none(phrase):
    assert not is_stop(phrase)


FILLERS = [
    "please",
    "robot",
    "the arm",
    "now",
    "hey",
    "you",
    "bitte",
    "Roboter",
    "den Arm",
    "jetzt",
    "sofort",
]


@given(
    st.sampled_from([*phrases(ENGLISH), *phrases(GERMAN)]),
    st.lists(st.sampled_from(FILLERS), max_size=3),
    st.lists(st.sampled_from(FILLERS), max_size=3),
    st.sampled_from(["", "!", "!!!", " ...", "."]),
    st.sampled_from([str, str.upper, str.capitalize]),
)
def test_a_stop_stays_one_with_fillers_capitals_and_marks(phrase, before, after, mark, written):
    assert is_stop(written(" ".join([*before, phrase, *after])) + mark)


@given(st.lists(st.sampled_from(FILLERS), max_size=6))
def test_fillers_alone_stop_nothing(fillers):
    assert not is_stop(" ".join(fillers))


@given(
    st.sampled_from(
        ["stop", "stopp", "halt", "freeze", "Abbruch", "don't move", "do not move", "nicht bewegen"]
    ),
    st.lists(st.sampled_from(["knight", "takes", "what", "das", "ist", "Turm", "moves"]), max_size=4),
)
def test_any_utterance_of_five_words_with_a_stop_in_it_is_a_stop(stop, words):
    words = words[: SHORT - len(stop.split())]
    for place in range(len(words) + 1):
        assert is_stop(" ".join([*words[:place], stop, *words[place:]]))


@given(st.text(max_size=300))
def test_any_text_is_answered(text):
    assert is_stop(text) in (True, False)


def test_a_very_long_text_is_answered_at_once():
    begin_s = time.process_time()
    assert not is_stop("what the robot " * 20_000)
    assert not is_stop("what " + "please " * 20_000)
    assert time.process_time() - begin_s < 2.0


def test_a_spoken_stop_counts_as_the_best_hypothesis_or_as_a_good_share_of_all():
    assert heard_stop((Hypothesis("stop", 0.2), Hypothesis("rook to h8", 0.1)))
    assert heard_stop((Hypothesis("rook", 0.5), Hypothesis("stop", 0.2), Hypothesis("robot stop", 0.2)))
    assert not heard_stop((Hypothesis("rook to h8", 0.9), Hypothesis("stop", 0.1)))
    assert not heard_stop(())


def test_a_stop_among_many_other_words_is_mentioned():
    assert mentions_stop("I play the knight from g one stop to f three")
    assert not mentions_stop("I play the knight from g one to f three")
