"""Our messages in the forms that Foxglove publishes, so that viewers show them without being told how."""

from ludens.core.recording.foxglove import media, scene, schemas, states
from ludens.core.recording.foxglove.form import Form
from ludens.core.recording.foxglove.states import odometry_transform
from ludens.messages import (
    AudioChunk,
    CameraImage,
    DepthImage,
    Fault,
    JointStates,
    Message,
    SceneDescription,
    ScenePoses,
    SpeakerCommand,
)

FORMS: dict[type[Message], Form] = {
    CameraImage: Form(
        "foxglove.CompressedImage", schemas.COMPRESSED_IMAGE, media.pack_image, media.unpack_image
    ),
    DepthImage: Form("foxglove.RawImage", schemas.RAW_IMAGE, media.pack_depth, media.unpack_depth),
    AudioChunk: Form("foxglove.RawAudio", schemas.RAW_AUDIO, media.pack_sound, media.unpack_heard),
    SpeakerCommand: Form("foxglove.RawAudio", schemas.RAW_AUDIO, media.pack_sound, media.unpack_spoken),
    JointStates: Form("foxglove.JointStates", schemas.JOINT_STATES, states.pack_joints, states.unpack_joints),
    Fault: Form("foxglove.Log", schemas.LOG, states.pack_fault, states.unpack_fault),
    SceneDescription: Form(
        "foxglove.SceneUpdate", schemas.SCENE_UPDATE, scene.pack_scene, scene.unpack_scene
    ),
    ScenePoses: Form(
        "foxglove.FrameTransforms", schemas.FRAME_TRANSFORMS, scene.pack_poses, scene.unpack_poses
    ),
}

__all__ = ["FORMS", "Form", "odometry_transform"]
