// Repeats the draws of dice and lots, to verify that they were fair.

/**
 * The text that a draw must have. The text in the record says which dice were rolled, or that lots
 * were drawn.
 * @type {import("/static/verify/fair.js").Redraw}
 */
export async function redraw(text, seats, drawn) {
  if (text.startsWith("lot")) return `lot p${(await drawn(BigInt(seats))) + 1n}`;
  if (text.startsWith("die")) return `die ${(await drawn(6n)) + 1n}`;
  const present = text
    .split(" ")
    .slice(1)
    .map((die) => die.replace(/\d+$/, ""));
  let index = await drawn(6n ** BigInt(2 + present.length));
  const face = () => {
    const digit = index % 6n;
    index /= 6n;
    return digit + 1n;
  };
  return [`w${face()}${face()}`, ...present.map((colour) => `${colour}${face()}`)].join(" ");
}
