/**
 * The text of a chronicle without the recorded and unconfirmed events that a harvest added. Those whose records are among
 * the values of `records` were written by hand and stay.
 */
export function withoutFoundEvents(
  text: string,
  records: Record<string, string> = {},
  kinds: readonly ('recorded' | 'candidate')[] = ['recorded', 'candidate'],
): string {
  const own = new Set(Object.values(records));
  return text.replace(/^- .*\n(?: {2}.*\n)*/gm, (event) => {
    const [, kind, record = ''] = /^ {2}(recorded|candidate): (\S+)/m.exec(event) ?? [];
    return own.has(record) || !kinds.some((each) => each === kind) ? event : '';
  });
}
