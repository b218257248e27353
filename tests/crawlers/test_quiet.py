"""Scrapy's own complaints reach nobody, whenever a crawl is stopped."""

import os
import signal
import socket
import subprocess
import sys
import threading
from functools import partial

CRAWL = ("crawl", "shop.example", "-c", "kettle", "--delay", "0", "--render", "never")


def test_a_stop_while_robots_txt_is_asked_for_is_told_in_one_sentence(tmp_path):
    """A server that takes the question and never answers it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        asked = threading.Event()

        def take():
            line, _ = server.accept()
            line.recv(1000)
            asked.set()
            lines.append(line)

        lines = []
        threading.Thread(target=take, daemon=True).start()
        proxy = f"http://127.0.0.1:{server.getsockname()[1]}"
        command = [sys.executable, "-m", "specdex", *CRAWL, "--proxy", proxy]
        process = subprocess.Popen(
            command,
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # whoever started the tests may not care for Ctrl-C
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )
        assert asked.wait(120)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=120)
        for line in lines:
            line.close()
    assert process.returncode
    assert "Traceback" not in said
    assert "Unhandled" not in said
    assert len([line for line in said.splitlines() if line.startswith("specdex: ")]) == 1
