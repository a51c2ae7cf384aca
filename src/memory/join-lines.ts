/** Joins versions of a file with one JSON object a line: a ledger, a list of proposals. A line is the same if its `id` is. */
import type { Joined } from '../chronicle/join-chronicles.ts';
import { isRecord } from '../value/is-record.ts';

/**
 * Merges two versions that come from `base`, for git: our lines, then theirs that we do not have. Of two versions of a proposal,
 * the one that was decided last counts. What one side deleted since `base` stays deleted.
 */
export function mergedLines(ours: string, theirs: string, base: string): Joined {
  const before = new Set(linesOf(base).map(({ key }) => key));
  const [own, other] = [linesOf(ours), linesOf(theirs)];
  const others = byKey(other);
  const known = byKey(own);
  const kept = own
    .filter(({ key }) => !before.has(key) || others.has(key))
    .map((line) => {
      const same = others.get(line.key);
      return same && same.decided > line.decided ? same : line;
    });
  const added = other.filter(({ key }) => !known.has(key) && !before.has(key));
  const text = [...kept, ...added].map((line) => `${line.text}\n`).join('');
  return { text, added: added.length, left: [] };
}

/** How a version of a file that comes from elsewhere differs from ours. */
export interface ComparedLines {
  /** Its lines that ours does not have. */
  missing: string[];
  /** How many of its lines say something else than ours with the same `id`. */
  differing: number;
}

/** Compares a version from elsewhere with ours, which an import keeps as it is. */
export function compareLines(ours: string, theirs: string): ComparedLines {
  const known = byKey(linesOf(ours));
  const other = linesOf(theirs);
  const differs = ({ key, text }: JsonLine) => known.has(key) && known.get(key)?.text.trimEnd() !== text.trimEnd();
  return {
    missing: other.filter(({ key }) => !known.has(key)).map(({ text }) => text),
    differing: [...byKey(other).values()].filter(differs).length,
  };
}

/** The text with lines added at its end. */
export function withLines(text: string, lines: readonly string[]): string {
  const isTorn = text !== '' && !text.endsWith('\n');
  return `${text}${isTorn && lines.length > 0 ? '\n' : ''}${lines.map((line) => `${line}\n`).join('')}`;
}

interface JsonLine {
  text: string;
  /** Its id; the line itself without one. */
  key: string;
  /** When it was last decided about; empty if it was not. */
  decided: string;
}

function linesOf(text: string): JsonLine[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const value = parsedLine(line);
      const { id, decided, undone } = isRecord(value) ? value : {};
      const last = [undone, decided].find((each) => typeof each === 'string') ?? '';
      return { text: line, key: typeof id === 'string' ? id : line.trimEnd(), decided: String(last) };
    });
}

/** Lines by their keys. The last line with an id counts. */
function byKey(lines: readonly JsonLine[]): Map<string, JsonLine> {
  return new Map(lines.map((line) => [line.key, line]));
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
