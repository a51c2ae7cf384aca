/** Joins two versions of a file with one JSON object a line: a ledger, a list of proposals. */
import type { Joined } from '../chronicle/join-chronicles.ts';
import { isRecord } from '../value/is-record.ts';

/**
 * Our lines, then theirs that we do not have; a line is the same if its `id` is. Of two versions of a proposal, the one that was
 * decided last counts. What one side deleted since `base` stays deleted.
 */
export function joinLines(ours: string, theirs: string, base: string): Joined {
  const before = new Set(linesOf(base).map(({ key }) => key));
  const [own, other] = [linesOf(ours), linesOf(theirs)];
  const others = new Map(other.map((line) => [line.key, line]));
  const known = new Set(own.map(({ key }) => key));
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
      return { text: line, key: typeof id === 'string' ? id : line, decided: String(last) };
    });
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
