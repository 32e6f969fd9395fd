"""What a robot can sense and do. Games name capabilities, never drivers or robots."""

from dataclasses import dataclass

from ludens import messages as m


@dataclass(frozen=True, slots=True)
class Capability:
    """A thing a robot has: the messages it delivers and the commands it takes.

    What `moves` needs a command in every cycle; a robot that misses one is made safe. Other things (a light,
    a magnet) stay as they are until told otherwise.
    """

    name: str
    delivers: tuple[type[m.Message], ...] = ()
    accepts: tuple[type[m.Message], ...] = ()
    moves: bool = False


BASE_VELOCITY = Capability("base velocity", accepts=(m.BaseVelocityCommand,), moves=True)
ODOMETRY = Capability("odometry", delivers=(m.Odometry,))
CAMERA = Capability("camera", delivers=(m.CameraImage,))
DEPTH_CAMERA = Capability("depth camera", delivers=(m.DepthImage,))
SONAR = Capability("sonar", delivers=(m.SonarRing,))
IMU = Capability("imu", delivers=(m.ImuReading,))
JOINTS = Capability("joints", delivers=(m.JointStates,), accepts=(m.JointCommand,), moves=True)
SERVOS = Capability("servos", delivers=(m.JointReadings,), accepts=(m.JointCommand,), moves=True)
FOOT_PRESSURE = Capability("foot pressure", delivers=(m.FootPressure,))
TORSO_ANGLES = Capability("torso angles", delivers=(m.TorsoAngles,))
TOUCH = Capability("touch", delivers=(m.TouchState,))
BATTERY = Capability("battery", delivers=(m.BatteryState,))
MICROPHONES = Capability("microphones", delivers=(m.AudioChunk,))
SPEAKER = Capability("speaker", accepts=(m.SpeakerCommand,))
LEDS = Capability("leds", accepts=(m.LedCommand,))
MAGNET = Capability("magnet", accepts=(m.MagnetCommand,))
REMOTE = Capability("remote", delivers=(m.RemoteCommand,))
