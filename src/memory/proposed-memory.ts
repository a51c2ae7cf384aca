/** The memory that a request or a failure could become. What people and programs said stays one line, and opens no tag. */
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, dayRange } from '#src/lib/text/day.ts';
import { promptReference } from './evidence-kinds.ts';
import type { RepeatedFailure } from './failures.ts';
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
export type PromptOf = (sessionId: string, prompt: number) => { record: string; text: string } | undefined;

interface ProposedMemory {
  file: string;
  text: string;
  reason: string;
  /** References of the prompts that it rests on, newest first. */
  events: string[];
}

/** The memory for a repeat, with a file name that is none of `taken`, and the prompts that it rests on. */
export function proposedMemory(repeat: SeenRepeat, promptOf: PromptOf, taken: ReadonlySet<string>): ProposedMemory {
  const { title, body, apply, type } = wordingOf(repeat);
  const places = repeat.kind === 'request' ? repeat.prompts : repeat.places;
  const cited = places.flatMap(({ sessionId, prompt }) => {
    const found = prompt === null ? undefined : promptOf(sessionId, prompt);
    return found ? [{ reference: promptReference(sessionId, found.record), text: found.text }] : [];
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
    file: fileOf(name, type),
    text,
    reason: `${repeat.kind === 'request' ? 'You asked for it' : 'It failed the same way'} in ${seen}.`,
    events: [...new Set(cited.map(({ reference }) => reference))].slice(0, MOST_CITED),
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

/** What became of the newest proposal for a repeat. */
export interface Known {
  id: string;
  state: Proposal['state'];
  file: string;
  /** When it was decided; null while it is open. */
  decided: string | null;
}

/** The newest proposal for a request (`words`) or a failing command (`run`); null if none was made. */
export function knownProposal(
  repeat: { kind: 'request'; words: string } | { kind: 'failure'; run: string },
  proposals: readonly Pick<Proposal, 'id' | 'state' | 'file' | 'text' | 'decided' | 'replaced_by'>[],
): Known | null {
  const isOfIt = repeat.kind === 'failure' ? isOfRun(repeat.run) : isOfWords(repeat.words);
  const found = proposals.findLast(
    ({ text, replaced_by }) => replaced_by === undefined && text !== null && isOfIt(text),
  );
  return found ? { id: found.id, state: found.state, file: found.file, decided: found.decided } : null;
}

function isOfRun(run: string): (text: string) => boolean {
  return (text) => text.includes(`\`${run}\`${BEGINS.failure}`);
}

function isOfWords(words: string): (text: string) => boolean {
  return (text) => {
    const at = text.indexOf(BEGINS.request);
    const said = at === -1 ? '' : (text.slice(at + BEGINS.request.length).split('\n', 1)[0] ?? '');
    return said !== '' && isSameRequest(said, words);
  };
}

/** Requests that are always made together, as a command of Claude Code. */
export interface SlashCommand {
  /** `.claude/commands/commit-and-push.md` */
  file: string;
  text: string;
}

const MOST_WORDS = 4;

/** The words become the text and nothing else: the name is made of letters and digits. */
export function slashCommand(words: string): SlashCommand {
  const name = (
    words
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
    .slice(0, MOST_WORDS)
    .join('-')
    .slice(0, 40);
  const text = words.replace(/[.\s]+$/, '');
  return {
    file: `.claude/commands/${name === '' ? 'routine' : name}.md`,
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.\n`,
  };
}
