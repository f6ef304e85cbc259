// boardgame.io's server as its documentation starts it, with a Pig of one move: run with a port.
// Nothing is stored: games are in its memory.
const { Server } = require("boardgame.io/server");

const game = {
  name: "pig",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ total: 0, face: 0 }),
  moves: {
    roll: ({ G, random }) => {
      G.face = random.D6();
      G.total = G.face === 1 ? 0 : G.total + G.face;
    },
  },
};

Server({ games: [game], origins: false }).run({ port: Number(process.argv[2]) });
