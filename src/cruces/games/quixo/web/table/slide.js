// The animation of a push: the cube rises, goes over the others to its end, and presses the row on.
// It stays above the frame all the time: the frame is on the screen, what is beyond may not be.

import { path, seen } from "../notation.js";

/** @typedef {import("../notation.js").Push} Push */

/** Milliseconds. */
const TIME = 600;
/** How far beyond the end the cube begins to press, in cubes. */
const BEYOND = 0.5;
/** When the cube has risen, is at its end, has pressed the row on; then it comes down. */
const [RISEN, THERE, PRESSED] = [0.18, 0.55, 0.9];

/** @param {number} x in cubes @param {number} y in cubes @param {string} up */
const at = (x, y, up) =>
  `translate(calc(${x} * var(--pitch)), calc(${y} * var(--pitch))) ${up}`.trim();

/**
 * Animate the last push.
 * @param {Element} board
 * @param {{ size: number, turn: number, flat: boolean }} model
 * @param {Push} move
 * @param {{ x: number, y: number } | null} dropped how far the cube was dragged, in pixels
 */
export function slide(board, { size, turn, flat }, move, dropped) {
  const way = path(size, move.from, move.to).map((place) => ({
    cell: board.querySelector(`[data-place="${place}"]`)?.parentElement,
    ...seen(size, turn, place),
  }));
  const [start, end, before] = [way[0], way[way.length - 1], way[way.length - 2]];
  const [dx, dy] = [end.x - before.x, end.y - before.y];
  const [fx, fy] = [start.x - end.x, start.y - end.y];
  const up = flat ? "scale(1.08)" : "translateZ(calc(1.2 * var(--h)))";
  const rest = flat ? "scale(1)" : "translateZ(0px)";
  const easing = "ease-in-out";
  const options = { duration: TIME, id: "push" };
  const begin = dropped
    ? [{ transform: `translate(${dropped.x}px, ${dropped.y}px) ${at(fx, fy, up)}`, easing }]
    : [
        { transform: at(fx, fy, rest), easing },
        { transform: at(fx, fy, up), offset: RISEN, easing },
      ];
  // Flat, what comes later in the document would lie above.
  end.cell?.animate([{ zIndex: 2 }, { zIndex: 2 }], options);
  const slides = way.map(({ cell }, i) =>
    cell?.animate(
      i === way.length - 1
        ? [
            ...begin,
            { transform: at(dx * BEYOND, dy * BEYOND, up), offset: THERE, easing },
            { transform: at(0, 0, up), offset: PRESSED, easing: "ease-in" },
            { transform: at(0, 0, rest) },
          ]
        : [
            { transform: at(dx, dy, rest) },
            { transform: at(dx, dy, rest), offset: THERE, easing },
            { transform: at(0, 0, rest), offset: PRESSED },
            { transform: at(0, 0, rest) },
          ],
      options,
    ),
  );
  return Promise.allSettled(slides.map((one) => one?.finished));
}
