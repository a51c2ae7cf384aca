/** `1,204`: a number as `toLocaleString('en-GB')` writes it, which takes a hundred times as long for a small one. */
export function grouped(count: number): string {
  return Number.isInteger(count) && count >= 0 && count < 1000 ? `${count}` : count.toLocaleString('en-GB');
}
