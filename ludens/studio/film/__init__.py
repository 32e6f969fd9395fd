"""Pictures and films of a scene, drawn without a browser: for those that have no 3D, and to keep."""
