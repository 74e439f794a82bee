"""HTTP and WebSocket: bytes in, messages out."""
