/** The memory that a request or a failure could become. What people and programs said stays one line, and opens no tag. */
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, dayRange } from '#src/lib/text/day.ts';
import { promptReference } from '../evidence-kinds.ts';
import { BEGINS } from './proposal-of.ts';
import { type Repeat, seenIn } from './repeats.ts';

const LONGEST = { line: 160, name: 50 };
const NAME_WORDS = 7;
/** More do not make a stronger case. */
const MOST_CITED = 6;

/** A prompt of a session, by its index in the session's facts; undefined if there is none. */
export type PromptOf = (sessionId: string, prompt: number) => { record: string; text: string } | undefined;

interface ProposedMemory {
  file: string;
  text: string;
  reason: string;
  /** References of the prompts that it rests on, newest first. */
  events: string[];
}

/** The memory for a repeat, with a file name that is none of `taken`, and the prompts that it rests on. */
export function proposedMemory(repeat: Repeat, promptOf: PromptOf, taken: ReadonlySet<string>): ProposedMemory {
  const { title, body, apply, type } = wordingOf(repeat);
  const places = repeat.kind === 'request' ? repeat.request.prompts : repeat.failure.places;
  const cited = places.flatMap(({ sessionId, prompt }) => {
    const found = prompt === null ? undefined : promptOf(sessionId, prompt);
    return found ? [{ reference: promptReference(sessionId, found.record), text: found.text }] : [];
  });
  const name = freeName(nameFor(repeat), type, taken);
  const seen = seenWords(repeat);
  const said =
    repeat.kind === 'request'
      ? ` In their words: ${repeat.request.prompts.map(({ text }) => quoted(text)).join(', ')}.`
      : '';
  const text = [
    ...['---', `name: ${name}`, `description: ${JSON.stringify(title)}`, 'metadata:', `  type: ${type}`, '---', ''],
    ...[body, '', `**Why:** ${repeat.kind === 'request' ? 'The user asked for it' : 'It failed'} in ${seen}.${said}`],
    ...[`**How to apply:** ${apply}`, ''],
  ].join('\n');
  return {
    file: fileOf(name, type),
    text,
    reason: `${repeat.kind === 'request' ? 'You asked for it' : 'It failed the same way'} in ${seen}.`,
    events: [...new Set(cited.map(({ reference }) => reference))].slice(0, MOST_CITED),
  };
}

/** `15 of 120 sessions, 6 Jan to 11 Feb 2026`. */
export function seenWords(repeat: Repeat): string {
  const { sessionIds, days } = seenIn(repeat);
  return `${sessionIds.length} of ${counted(repeat.own.of, 'session')}, ${dayRange(days[0] ?? '', days.at(-1) ?? '')}`;
}

/** `Again in 2 sessions since feedback_add_a_test.md says it`. */
export function sinceWords(since: number, file: string): string {
  return `Again in ${counted(since, 'session')} although ${oneLine(file)} says it`;
}

function wordingOf(repeat: Repeat): { title: string; body: string; apply: string; type: 'feedback' | 'project' } {
  if (repeat.kind === 'request') {
    const words = quoted(repeat.request.words);
    return {
      title: `The user keeps asking: ${words}`,
      body: `${BEGINS.request}${words}.`,
      apply:
        'Do it without being told when the work has come to the point where they ask for it. Do no more than that.',
      type: 'feedback',
    };
  }
  const { run, line, next } = repeat.failure;
  const works = next === null ? '' : ` What worked: ${code(next.command)}.`;
  return {
    title: `${code(run)} fails here: ${plain(line)}.${works}`,
    body: `${code(run)}${BEGINS.failure}${quoted(line)}.${works}`,
    apply: next === null ? 'Look up the right command before you run it.' : `Run ${code(next.command)} instead.`,
    type: 'project',
  };
}

/** A few words in kebab case, of ASCII letters and digits; the repeat's id without such words. */
function nameFor(repeat: Repeat): string {
  const text = repeat.kind === 'request' ? repeat.request.words : `${repeat.failure.run} fails`;
  const ascii = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = (ascii.match(/[a-z0-9]+/g) ?? []).slice(0, NAME_WORDS).join('-').slice(0, LONGEST.name);
  return /[a-z]{2}/.test(words)
    ? words.replace(/-$/, '')
    : repeat.kind === 'request'
      ? repeat.request.id
      : repeat.failure.id;
}

function freeName(name: string, type: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const numbered = n === 1 ? name : `${name}-${n}`;
    if (!taken.has(fileOf(numbered, type))) return numbered;
  }
}

function fileOf(name: string, type: string): string {
  return `${type}_${name.replaceAll('-', '_')}.md`;
}

function plain(text: string): string {
  return clip(
    oneLine(text)
      .replace(/<(?=[A-Za-z/!?])/g, '\u2039')
      .replace(/[.\s]+$/, ''),
    LONGEST.line,
  );
}

function quoted(text: string): string {
  return `"${plain(text).replaceAll('"', "'")}"`;
}

function code(command: string): string {
  return `\`${plain(command).replaceAll('`', "'")}\``;
}
