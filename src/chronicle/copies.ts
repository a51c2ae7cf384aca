import { listed } from '../value/listed.ts';

/** What the other file has and the joined text has not. */
export interface NotJoined {
  /** The kind of thing, as a person would call it. */
  what: 'summary' | 'narrative' | 'details of an event' | 'event' | 'line' | 'file' | 'handoff' | 'answer' | 'note';
  /** Its line in the other file, from 1. */
  line: number;
}

/** A further file of a session. */
export interface Copy {
  path: string;
  /** How many events or notes only this file has. They are shown. */
  added: number;
  /** What else only this file has. It is not shown. */
  left: readonly NotJoined[];
}

/** What could not be joined, in words: `the summary in line 12`. */
export function leftWords(left: readonly NotJoined[]): string[] {
  const words = left.slice(0, MOST_LEFT).map(({ what, line }) => `${ARTICLES[what] ?? 'the'} ${what} in line ${line}`);
  return left.length > MOST_LEFT ? [...words, `${left.length - MOST_LEFT} more`] : words;
}

const MOST_LEFT = 5;
const ARTICLES: Partial<Record<NotJoined['what'], string>> = {
  event: 'an',
  line: 'a',
  note: 'a',
  answer: 'an',
};

/** What the problem of a further file says. */
export interface SameSession {
  /** The file that the session is shown under. */
  other: string;
  /** The session's id. */
  session: string;
  /** How many events or notes only the further file has. */
  added: number;
  /** What else differs, in words with their articles. */
  left: readonly string[];
  /** Whether the session is in the owner's own archive, where commands write. */
  isOwn: boolean;
  /** Whether both files are in one archive. */
  isCopy: boolean;
}

/** What to do about a further file of a session. */
export function adviceOnCopy({ session, added, left, isOwn, isCopy }: SameSession): string {
  const more =
    added === 0
      ? ''
      : `${added === 1 ? 'One entry is' : `${added} entries are`} only in this file. ${added === 1 ? 'It is' : 'They are'} shown all the same. ${
          isOwn
            ? `\`chronicle join ${session}\` writes ${added === 1 ? 'it' : 'them'} into the other file.`
            : 'Join the files where they belong.'
        }`;
  const rest =
    left.length === 0
      ? ''
      : `Not shown, as the other file says something else: ${listed(left)}. Copy what you want to keep into the other file.`;
  const end = isCopy
    ? added + left.length === 0
      ? 'It says nothing more: delete this file.'
      : 'Then delete this file.'
    : '';
  return [more, rest, end].filter((sentence) => sentence !== '').join(' ');
}
