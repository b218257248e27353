"""Types of numbers that describe candidates."""

import numpy as np
import numpy.typing as npt

__all__ = ["Indices", "Matrix", "Truth"]

Matrix = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]
Truth = npt.NDArray[np.bool_]
