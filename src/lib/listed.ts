/** `a`, `a and b`, or `a, b and c`. Not by `Intl.ListFormat`, whose first call takes 20 ms. */
export function listed(parts: readonly string[], word: 'and' | 'or' = 'and'): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}
