/** About as many characters as fit on a line of running text. */
const LINE = 72;
/** The most lines that are shown without being asked for. */
const MOST_LINES = 9;

/** Whether a plain text is longer than a page shows at once, by its length and by its lines. */
export function isLongText(text: string, most = MOST_LINES): boolean {
  if (text.length > most * LINE) return true;
  return text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE)), 0) > most;
}
