/** How far apart marks stand if they can, in pixels of the narrowest drawing: the column beside a session. */
const APART = 7;
const NARROW = 270;

/** A mark that is moved further stands at another date. */
const FURTHEST = 14;

/**
 * How many pixels each mark has to move so that none hides another; places are from 0 to 1, in order.
 * To the right, or to the left where the line ends. In a wider drawing they stand further apart. Of very many
 * at one place some do hide others.
 */
export function sideBySide(places: readonly number[]): number[] {
  const step = Math.min(APART, NARROW / places.length);
  let right = Number.NEGATIVE_INFINITY;
  const pushed = places.map((at) => {
    right = Math.max(at * NARROW, right + step);
    return right;
  });
  let limit = NARROW + step;
  const held = pushed.toReversed().map((pixel) => {
    limit = Math.min(pixel, limit - step);
    return limit;
  });
  return held.toReversed().map((pixel, i) => {
    const shift = Math.round((pixel - (places[i] ?? 0) * NARROW) * 10) / 10;
    return Math.max(-FURTHEST, Math.min(FURTHEST, shift));
  });
}
