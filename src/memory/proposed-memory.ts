/** The memory that a request or a failure could become. What people and programs said stays one line, and opens no tag. */
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { counted, dayRange } from '#src/lib/text/day.ts';
import { promptReference } from './evidence-kinds.ts';
import type { RepeatedFailure } from './failures.ts';
import type { FiledProposal } from './filing.ts';
import type { Proposal } from './proposals.ts';
import type { Request } from './requests.ts';
import { isSameRequest } from './wording.ts';

/** A request or a failure, and in how many sessions it was looked for. */
type SeenRepeat = (({ kind: 'request' } & Request) | ({ kind: 'failure' } & RepeatedFailure)) & { own: { of: number } };

const LONGEST = { line: 160, name: 50 };
const NAME_WORDS = 7;
/** More do not make a stronger case. */
const MOST_CITED = 6;

/** A prompt of a session, by its index in the session's facts; undefined if there is none. */
export type PromptOf = (sessionId: string, prompt: number) => { record: string } | undefined;

/** The new memory for a repeat, with a file name that is none of `taken`, and the prompts that it rests on, newest first. */
export function proposedMemory(
  repeat: SeenRepeat,
  promptOf: PromptOf,
  taken: ReadonlySet<string>,
): FiledProposal & { text: string } {
  const { title, body, apply, type } = wordingOf(repeat);
  const places = repeat.kind === 'request' ? repeat.prompts : repeat.places;
  const cited = places.flatMap(({ sessionId, prompt }) => {
    const found = prompt === null ? undefined : promptOf(sessionId, prompt);
    return found ? [promptReference(sessionId, found.record)] : [];
  });
  const name = freeName(nameFor(repeat), type, taken);
  const seen = seenWords(repeat);
  const said =
    repeat.kind === 'request' ? ` In their words: ${repeat.prompts.map(({ text }) => quoted(text)).join(', ')}.` : '';
  const text = [
    ...['---', `name: ${name}`, `description: ${JSON.stringify(title)}`, 'metadata:', `  type: ${type}`, '---', ''],
    ...[body, '', `**Why:** ${repeat.kind === 'request' ? 'The user asked for it' : 'It failed'} in ${seen}.${said}`],
    ...[`**How to apply:** ${apply}`, ''],
  ].join('\n');
  return {
    action: 'NEW',
    file: fileOf(name, type),
    text,
    reason: `${repeat.kind === 'request' ? 'You asked for it' : 'It failed the same way'} in ${seen}.`,
    events: [...new Set(cited)].slice(0, MOST_CITED),
  };
}

/** `15 of 120 sessions, 6 Jan to 11 Feb 2026`. */
export function seenWords(repeat: SeenRepeat): string {
  const { sessionIds, days } = repeat;
  return `${sessionIds.length} of ${counted(repeat.own.of, 'session')}, ${dayRange(days[0] ?? '', days.at(-1) ?? '')}`;
}

/** `Again in 2 sessions since feedback_add_a_test.md says it`. */
export function sinceWords(since: number, file: string): string {
  return `Again in ${counted(since, 'session')} although ${oneLine(file)} says it`;
}

function wordingOf(repeat: SeenRepeat): { title: string; body: string; apply: string; type: 'feedback' | 'project' } {
  if (repeat.kind === 'request') {
    const words = quoted(repeat.words);
    return {
      title: `The user keeps asking: ${words}`,
      body: `${BEGINS.request}${words}.`,
      apply:
        'Do it without being told when the work has come to the point where they ask for it. Do no more than that.',
      type: 'feedback',
    };
  }
  const { run, line, next } = repeat;
  const works = next === null ? '' : ` What worked: ${code(next.command)}.`;
  return {
    title: `${code(run)} fails here: ${plain(line)}.${works}`,
    body: `${code(run)}${BEGINS.failure}${quoted(line)}.${works}`,
    apply: next === null ? 'Look up the right command before you run it.' : `Run ${code(next.command)} instead.`,
    type: 'project',
  };
}

/** A few words in kebab case, of ASCII letters and digits; the repeat's id without such words. */
function nameFor(repeat: SeenRepeat): string {
  const text = repeat.kind === 'request' ? repeat.words : `${repeat.run} fails`;
  const ascii = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = (ascii.match(/[a-z0-9]+/g) ?? []).slice(0, NAME_WORDS).join('-').slice(0, LONGEST.name);
  return /[a-z]{2}/.test(words) ? words.replace(/-$/, '') : repeat.id;
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

/** How the memories begin that are proposed for a request or a failure: so that is known which proposal was for which. */
const BEGINS = { request: 'The user keeps asking for this: ', failure: ' fails in this project: ' };

/** The newest proposal for a request (`words`) or a failing command (`run`); null if none was made. */
export function knownProposal<Filed extends Pick<Proposal, 'text' | 'replaced_by'>>(
  repeat: { kind: 'request'; words: string } | { kind: 'failure'; run: string },
  proposals: readonly Filed[],
): Filed | null {
  const isOfIt = (text: string): boolean => {
    if (repeat.kind === 'failure') return text.includes(`\`${repeat.run}\`${BEGINS.failure}`);
    const said = text.split(BEGINS.request)[1]?.split('\n', 1)[0] ?? '';
    return said !== '' && isSameRequest(said, repeat.words);
  };
  return (
    proposals.findLast(({ text, replaced_by }) => replaced_by === undefined && text !== null && isOfIt(text)) ?? null
  );
}

/**
 * Requests that are always made together, as a command of Claude Code: the words become its text and nothing else, and its name
 * is made of their letters and digits.
 */
export function slashCommand(words: string): { file: string; text: string } {
  const plain = words.normalize('NFKD').toLowerCase();
  const name = (plain.match(/[a-z0-9]+/g) ?? []).slice(0, 4).join('-').slice(0, 40);
  return {
    file: `.claude/commands/${name === '' ? 'routine' : name}.md`,
    text: `${capitalised(words.replace(/[.\s]+$/, ''))}.\n`,
  };
}
