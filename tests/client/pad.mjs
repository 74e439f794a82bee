// Answers questions from standard input with the rules of the score pad: on each line a sheet, one
// of another player, and the rows that are closed.

import { readFileSync } from "node:fs";

const { mayJoin, over, places, scored, whyNot } =
    await import("../../src/cruces/games/qwixx/web/pad/rules.js");

const { layout, situations } = JSON.parse(readFileSync(0, "utf-8"));

/** @param {(row: object, number: number) => unknown} ask */
const boxes = (ask) => layout.rows.map((row) => row.numbers.map((number) => ask(row, number)));

console.log(
    JSON.stringify(
        situations.map(([[lines, penalties], other, closed]) => {
            const sheets = [scored(layout, lines, penalties), scored(layout, ...other)];
            return {
                why: boxes((row, number) => whyNot(layout, lines, closed, row, number)),
                joins: boxes((row, number) => mayJoin(layout, lines, closed, row, number)),
                sheets,
                over: over(layout, sheets, closed),
                places: places(sheets.map(({ total }) => total)),
            };
        }),
    ),
);
