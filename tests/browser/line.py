"""The network between a browser and the server, which can be cut, silenced and mended."""

import socket
import threading
from contextlib import suppress

CHUNK = 65536


class Line:
    """Passes on every byte on a port of its own, as long as it is whole."""

    def __init__(self, port: int, to: int) -> None:
        self.port = port
        self._to = to
        self._whole = True
        self._there = threading.Event()  # set while bytes go to the server
        self._back = threading.Event()  # set while bytes come from the server
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.mend()
        self._door = socket.create_server(("127.0.0.1", port), backlog=64)
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break every connection, and any new one as soon as it is made."""
        self._whole = False
        with self._lock:
            ends, self._ends = self._ends, set()
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def silence(self) -> None:
        """Keep connections open and let nothing through: nobody is told that it is broken."""
        self._there.clear()
        self._back.clear()

    def deafen(self) -> None:
        """Let through what goes to the server, and nothing of what it answers."""
        self._back.clear()

    def mend(self) -> None:
        """Let everything through again."""
        self._whole = True
        self._there.set()
        self._back.set()

    def close(self) -> None:
        """Pull the plug for good."""
        self.mend()
        self.cut()
        self._door.close()

    def _listen(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            if not self._whole:
                near.close()
                continue
            threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        self._there.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self._to))
        except OSError:
            near.close()
            return
        with self._lock:
            self._ends |= {near, far}
        back = threading.Thread(target=self._pass_on, args=(far, near, self._back), daemon=True)
        back.start()
        self._pass_on(near, far, self._there)
        back.join()
        with self._lock:
            self._ends -= {near, far}
        near.close()
        far.close()

    def _pass_on(
        self, source: socket.socket, target: socket.socket, opened: threading.Event
    ) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                opened.wait()
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
