/** The memory that a promotion proposes. A note is untrusted: it stays one line and names no path. */
import { clip, oneLine } from '#src/text/clip.ts';
import { dayRange } from '#src/text/day.ts';
import { SILENT_WORDS } from '../misses/common-words.ts';
import type { PromotedKind, Promotion } from './promotions.ts';

interface Wording {
  /** What the line is, before it in the description. */
  label: string;
  /** How a note of this kind came about, before "in a session on …". */
  how: string;
  /** What the next session does with it. */
  apply: string;
}

const WORDINGS: Record<PromotedKind, Wording> = {
  tried: {
    label: 'Tried, did not work',
    how: 'Tried, and it did not work,',
    apply: 'Do not try it again unless something that it names has changed.',
  },
  discovered: {
    label: 'Found',
    how: 'Found',
    apply: 'Check that it still holds before you rely on it.',
  },
  question: {
    label: 'Open question',
    how: 'Asked, and not answered yet,',
    apply: 'Ask the user when the work touches it.',
  },
};

/** A line becomes a part of MEMORY.md, of which Claude Code loads a limited number of bytes. */
const LONGEST_LINE = 260;
const LONGEST_NAME = 50;
const NAME_WORDS = 6;
const LONGEST_NAMED = 60;

/** Why a promotion is proposed, in one sentence. `file` is the memory that it strengthens, or null. */
export function promotionReason(promotion: Promotion, file: string | null): string {
  const { kind, names } = promotion;
  const because = names === null ? '' : `; it names ${clip(plainLine(names), LONGEST_NAMED)}`;
  const also = file === null ? '' : ` ${file} is about the same.`;
  return `${WORDINGS[kind].how} ${inSessions(promotion)}${because}.${also}`;
}

/** The whole text of a new memory, and a name for its file, which is none of `taken`. */
export function newMemory(promotion: Promotion, taken: ReadonlySet<string>): { file: string; text: string } {
  const { kind, notes } = promotion;
  const { label, how, apply } = WORDINGS[kind];
  const line = plainLine(notes[0].text);
  const name = freeName(nameFor(notes[0]), taken);
  const text = [
    '---',
    `name: ${name}`,
    `description: ${JSON.stringify(`${label}: ${line}`)}`,
    'metadata:',
    '  type: project',
    '---',
    '',
    `${kind === 'question' ? `${label}: ` : ''}${line}`,
    '',
    `**Why:** ${how} ${inSessions(promotion)}.`,
    `**How to apply:** ${apply}`,
    '',
  ];
  return { file: fileOf(name), text: text.join('\n') };
}

/** The whole text of a memory with a line added at its end. All other bytes stay. */
export function strengthenedMemory(raw: string, { kind, notes: [{ text, day }] }: Promotion): string {
  const eol = raw.includes('\r\n') ? '\r\n' : '\n';
  const whole = raw.endsWith('\n') ? raw : raw + eol;
  const gap = /\r?\n[ \t]*\r?\n$/.test(whole) ? '' : eol;
  return `${whole}${gap}**${WORDINGS[kind].label}** (${dayRange(day, day)}): ${plainLine(text)}${eol}`;
}

/** An untrusted line that cannot open a tag. */
function plainLine(text: string): string {
  return clip(oneLine(text).replace(/<(?=[A-Za-z/!?])/g, '\u2039'), LONGEST_LINE);
}

/** `in a session on 4 Aug 2026`, `in 3 sessions, the last on 4 Aug 2026`. */
function inSessions({ notes }: Promotion): string {
  const [{ day }] = notes;
  const { size } = new Set(notes.map(({ sessionId }) => sessionId));
  const last = dayRange(day, day);
  return size === 1 ? `in a session on ${last}` : `in ${size} sessions, the last on ${last}`;
}

/** A few words of the note in kebab case, of ASCII letters and digits; the note's id if it has no such words. */
function nameFor({ text, reference }: Promotion['notes'][0]): string {
  const ascii = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = (ascii.match(/[a-z0-9]+/g) ?? []).filter((word) => !SILENT_WORDS.has(word));
  const name = words.slice(0, NAME_WORDS).join('-').slice(0, LONGEST_NAME).replace(/-$/, '');
  return /[a-z]{2}/.test(name) ? name : reference.replace(/^.*#n-/, 'note-');
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const numbered = n === 1 ? name : `${name}-${n}`;
    if (!taken.has(fileOf(numbered))) return numbered;
  }
}

function fileOf(name: string): string {
  return `project_${name.replaceAll('-', '_')}.md`;
}
