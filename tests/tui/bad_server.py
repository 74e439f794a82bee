"""A server that answers whatever a test wants, and keeps what it was asked."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class BadServer:
    """Answers by path: a status, headers and a body; everything else is not found."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.answers: dict[str, tuple[int, dict[str, str], bytes]] = {}
        self.asked: list[tuple[str, str | None]] = []
        """The paths that were asked for, each with the token that came with it."""

    def says(self, path: str, body: bytes, status: int = 200, **headers: str) -> None:
        """From now on this is the answer."""
        self.answers[path] = status, headers, body


@contextmanager
def bad_server() -> Iterator[BadServer]:
    """Runs until the test is over."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.asked.append((self.path, self.headers["Authorization"]))
            self.rfile.read(int(self.headers["Content-Length"] or 0))
            status, headers, body = server.answers.get(self.path, (404, {}, b""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *args: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    server = BadServer(http.server_port)
    thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
