"""Goals of KRL motions, and the state that holds for them: frames, speeds, corners, postures."""
