"""``python -m specdex`` is the command line."""

from specdex.cli import main

if __name__ == "__main__":
    main()
