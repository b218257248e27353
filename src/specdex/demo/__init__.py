"""The demo web: a small synthetic web of shops and other sites, to try everything on offline."""

from specdex.demo.server import DemoServer
from specdex.demo.sheets import Answer
from specdex.demo.web import DemoWeb, build

__all__ = ["Answer", "DemoServer", "DemoWeb", "build"]
