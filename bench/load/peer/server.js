// boardgame.io's own server, on loopback; in memory, or in files where FLATFILE names a folder.

const { Server, FlatFile } = require("boardgame.io/server");
const { Quixo } = require("./quixo");

const folder = process.env.FLATFILE;
const server = Server({
  games: [Quixo],
  origins: [],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});

// What is given as a port goes to Node as it is, and so may name the host, too. The lobby has
// a port of its own because koa-compose 4.2 does not see what is added to an app after its
// callback is made, which is how boardgame.io 0.50 adds the lobby to the port of the games.
const on = (port) => ({ host: "127.0.0.1", port: Number(port) });
server.run({ port: on(process.env.PORT), lobbyConfig: { apiPort: on(process.env.LOBBY_PORT) } });
