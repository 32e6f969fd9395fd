"""The page of the humanoid in the studio: controls, joints, balance, and what can be done to it."""

from ludens.robots.nao.joints import INDEX, JOINTS, LIMITS
from ludens.studio.page import (
    ButtonGroup,
    ChoiceList,
    CloseUpView,
    Figure,
    GameButton,
    HighlightRule,
    JointLook,
    JointsView,
    PlotLine,
    PoseView,
    RemoteView,
    StudioPage,
    Viewpoint,
    eye_view,
    shoulder_view,
)
from ludens.studio.questions import NOISE, OptionQuestion
from ludens.workbench.controls import (
    drive,
    kicks,
    let_it_fall,
    motions,
    play_motion,
    pushes,
)
from ludens.workbench.posing import MotionFileRecorder, pose
from ludens.workbench.views import MASS, PRESSURE, SOLE, SUPPORT

WARM_C, HOT_C = 60.0, 74.0
RECORDER = MotionFileRecorder()
LIMBS = {
    "Head": ("HeadYaw", "HeadPitch"),
    "Left arm": tuple(joint for joint in JOINTS if joint.startswith(("LSh", "LEl", "LWr", "LHand"))),
    "Right arm": tuple(joint for joint in JOINTS if joint.startswith(("RSh", "REl", "RWr", "RHand"))),
    "Left leg": tuple(joint for joint in JOINTS if joint.startswith(("LHip", "LKn", "LAn"))),
    "Right leg": tuple(joint for joint in JOINTS if joint.startswith(("RHip", "RKn", "RAn"))),
}


def _look(joint: str) -> JointLook:
    limits = LIMITS[joint]
    name = joint if joint.startswith("Head") else joint[1:]
    return JointLook(
        INDEX[joint], name, limits.lowest_rad, limits.highest_rad, is_angle=not joint.endswith("Hand")
    )


FALLS = HighlightRule(
    stream="*FallReport",
    kind="fall",
    find=lambda now, before: "Falls" if now.state == "fallen" != before.state else None,
)

PAGE = StudioPage(
    highlights=(FALLS,),
    no_image="Its cameras are off: they take most of a processor core. Begin a new run with them.",
    questions=(
        OptionQuestion("ball", "A ball"),
        OptionQuestion("cameras", "Camera pictures", help="Takes most of a processor core."),
        OptionQuestion("tilt_deg", "Slope of the floor"),
        NOISE,
        OptionQuestion(
            "driver",
            "The robot",
            {"simulation": "simulated", "lola": "a real one, by its LoLA socket"},
            is_rare=True,
        ),
        OptionQuestion("socket", "Its socket", when=("driver", ("lola",)), is_rare=True),
        OptionQuestion("ball_ahead_m", "The ball lies ahead by", when=("ball", (True,)), is_rare=True),
        OptionQuestion("ball_left_m", "… and to the left by", when=("ball", (True,)), is_rare=True),
    ),
    title="NAO",
    legend=(
        "Hold the round stick, or W A S D, to walk, the flat one, or Q and E, to turn; let go and the robot "
        "stands. Buttons kick, sit, rest and stand up; shoves are given to the simulated robot by a hand "
        "that you do not see. The balance picture shows soles, pressures, the polygon that supports (green), "
        "the centre of pressure (orange) and the shadow of the centre of mass (blue cross). Everything that "
        "the robot decides with comes from its sensors, which have noise, delay and errors."
    ),
    drawings=("*/circle", "*/ball", "*/plan"),
    image="top/CameraImage",
    speed=None,  # it is a figure already
    figures=(
        Figure("walks", "*WalkReport", "forward_mps", "m/s", 2),
        Figure("battery", "*BatteryState", "charge", "%", factor=100.0),
    ),
    plots=(
        PlotLine("*TorsoAngles", "roll_rad"),
        PlotLine("*TorsoAngles", "pitch_rad"),
        PlotLine("*ImuReading", "angular_velocity_radps[0]"),
        PlotLine("*ImuReading", "angular_velocity_radps[1]"),
    ),
    map_radius_m=1.5,
    views=(
        Viewpoint(
            name="Beside it",
            icon="directions_run",
            position_m=(1.02, -1.12, 0.62),
            target_m=(0.16, 0.0, 0.22),
            follows="{robot}",
        ),
        shoulder_view("{robot}", (-0.75, -0.25, 0.42), (0.6, 0.0, -0.1)),
        Viewpoint(
            name="Above",
            icon="vertical_align_bottom",
            position_m=(-0.001, 0.0, 2.4),
            target_m=(0.0, 0.0, 0.0),
            follows="{robot}",
        ),
        eye_view(
            "{robot}/Head",
            (0.059, 0.0, 0.064),
            (1.059, 0.0, 0.043),
            hides=("{robot}/Head",),
            field_of_view_deg=43.7,
        ),
    ),
    floor="felt",
    robot_entity="nao",
    cards=("remote", "close-up", "states"),
    tabs=("joints", "poses", "map", "camera"),
    remote=RemoteView(
        drive=drive,
        groups=(
            ButtonGroup("Do", motions()),
            ButtonGroup("Kick", kicks()),
            ButtonGroup("Push", (*pushes(), GameButton("Topple", let_it_fall, icon="south_east"))),
        ),
        choices=(ChoiceList("Motion", RECORDER.names, play_motion),),
    ),
    joints=JointsView(
        stream="*CalibratedJoints",
        columns=tuple((limb, tuple(map(_look, joints))) for limb, joints in LIMBS.items()),
        warm_c=WARM_C,
        hot_c=HOT_C,
    ),
    poses=PoseView(
        pose=pose,
        limp=lambda run, robot: play_motion(run, robot, "relax"),
        recorder=RECORDER,
        folder_parameters=("motion_arbiter.folder", "motion_player.folder"),
    ),
    close_up=CloseUpView(
        title="Balance",
        stream="*balance_view/balance",
        radius_m=0.2,
        legend=(
            (SOLE, "soles"),
            (SUPPORT, "support"),
            (PRESSURE, "pressure and its centre"),
            (MASS, "centre of mass"),
        ),
    ),
)
