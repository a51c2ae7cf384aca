/**
 * Where an imported record comes from: the system, and a key that is the same for the same record however it is read:
 *
 *     - 15:10 [decision] [P1] Refresh tokens rotate every seven days
 *       Origin: claude-mem 3f2a9c1b04de
 *
 * Notes say it in the same line among their details.
 */

const ORIGIN = /^[a-z][a-z0-9-]{0,39} [0-9a-f]{12}$/;
const LINE = /^[ \t]*Origin: ([a-z][a-z0-9-]{0,39} [0-9a-f]{12})[ \t]*\r?$/gm;

/** Whether a text is the value of such a line. */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text);
}

/** The origin that a record's lines name last, as `claude-mem 3f2a9c1b04de`; null if they name none. */
export function originIn(lines: string): string | null {
  if (!lines.includes('Origin: ')) return null;
  return [...lines.matchAll(LINE)].at(-1)?.[1] ?? null;
}

/** The system of an origin. */
export function systemOf(origin: string): string {
  return origin.slice(0, origin.indexOf(' '));
}

/** The key of an origin. */
export function keyOf(origin: string): string {
  return origin.slice(origin.indexOf(' ') + 1);
}

/** Lines without those that name an origin. */
export function withoutOrigin(lines: string): string {
  return lines
    .split('\n')
    .filter((line) => line.search(LINE) === -1)
    .join('\n')
    .trimEnd();
}
