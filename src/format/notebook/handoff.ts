/**
 * Where a session's work stands, for the session that continues it:
 *
 *     ## Handoff
 *
 *     Current Task: JWT for the API
 *     Suggested Next: try the cookie in a Safari iframe
 *       and measure it
 *
 * A value continues on indented lines.
 */
import { FIELDS_OF_HANDOFFS, HANDOFF_FIELDS, type Handoff } from './handoff-fields.ts';
import { scanNotebook } from './scan-notebook.ts';

/** The handoff of a notebook; null if it states no field. Of a repeated field the last value counts. */
export function readHandoff(text: string): Handoff | null {
  const { lines, blocks } = scanNotebook(text);
  const handoff: Handoff = {};
  for (const block of blocks) {
    if (block.kind !== 'field') continue;
    const [first = '', ...rest] = lines.slice(block.line, block.end).map(({ start, end }) => text.slice(start, end));
    const more = rest.map((line) => line.replace(/^(?: {1,2}|\t)/, ''));
    const value = [first.slice(block.valueAt), ...more].join('\n').trim();
    if (value !== '') handoff[block.field] = value;
  }
  return Object.keys(handoff).length === 0 ? null : handoff;
}

/** The lines of a handoff, without a final newline. */
export function handoffLines(handoff: Handoff): string {
  return FIELDS_OF_HANDOFFS.flatMap((field) => {
    const value = handoff[field]?.trim() ?? '';
    return value === '' ? [] : [`${HANDOFF_FIELDS[field].label}: ${value.replace(/\n(?=[^\n])/g, '\n  ')}`];
  }).join('\n');
}
