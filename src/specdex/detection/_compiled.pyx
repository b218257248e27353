# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=False
"""The loops of detection, compiled: the same as those in Python and numpy beside them."""

cdef packed struct Step:
    double number
    int feature
    int right


def leaves(const double[:, ::1] features, const Step[::1] steps, const int[::1] roots, double[:, ::1] found):
    """What each row of *features* is told by each tree: *found*.

    The nodes of a tree follow each other, a left branch at once; *right* leads on from the root.
    """
    cdef Py_ssize_t row, tree, at, root
    with nogil:
        for tree in range(roots.shape[0]):
            root = roots[tree]
            for row in range(features.shape[0]):
                at = root
                while steps[at].feature >= 0:
                    if features[row, steps[at].feature] <= steps[at].number:
                        at += 1
                    else:
                        at = root + steps[at].right
                found[row, tree] = steps[at].number
