/**
 * What fails the same way each time: a command that was wrong in several sessions of a project, with the line that says why and
 * with what worked next.
 *
 *     failedIn     the failures of one session that could come back; they are kept for each session
 *     failuresOf   those that do
 *
 * A failure of the work itself (a merge conflict, a compile error, a failed test, a timeout) teaches nothing about the command, and
 * is left out.
 */
import { obstacleOf } from '#src/transcript/failures.ts';
import { mainCommand, simpleCommands } from '#src/transcript/shell.ts';
import { compare } from '#src/lib/compare.ts';
import { shortHash } from '#src/lib/hash.ts';
import { LEAST } from './requests.ts';

/** Causes that no memory prevents. */
const OF_THE_WORK =
  /conflict|konflikt|conflit|conflitto|コンフリクト|冲突|time[d -]?out|timed? out|exceeded|signal \d|SIG(?:INT|TERM|KILL)|interrupt|terminated|killed|cancell?ed|error TS\d|error\[E\d|\b(?:Syntax|Type|Reference|Assertion|Name|Value|Key|Index|Attribute)Error\b|\b(?:assert|expect(?:ed|ation)?)\b|mismatch|undeclared|undefined reference|cannot find name|tests? (?:failed|did not)|\d+ (?:failed|errors?|problems?|warnings?)|(?:^|\s)FAIL(?:ED)?\b|panicked|deprecated/i;
/** Commands of git that stop at the work. */
const STOPS_AT_WORK = new Set('merge rebase pull cherry-pick stash am revert commit push'.split(' '));
/** Causes that name a wrong call, so that the call is worth a memory whatever worked next. */
const WRONG_CALL =
  /unknown|unrecogni[sz]ed|not recogni[sz]ed|invalid (?:option|argument|choice|command|flag)|no such|not found|does not (?:exist|contain)|doesn't exist|missing script|no module named|cannot find (?:module|package)|not a git repository|not installed|must be run|requires|usage:|only supports|is not a (?:valid|command)|did you mean|unbekannt|nicht gefunden|inconnu|introuvable|desconocid|no encontrad/i;
const MOST_KEPT = 60;

/** A failure of one session. */
export interface Failed {
  /** Equal for the same failure. */
  key: string;
  /** The command as it was run, without its options at the end. */
  run: string;
  line: string;
  /** What worked next; null if the same command did. */
  next: string | null;
  times: number;
  prompt: number | null;
}

export interface FailedSession {
  id: string;
  day: string;
  failed: readonly Failed[];
}

/** A failure that comes back. Its texts are untrusted, on one line, with recognised secrets replaced. */
export interface RepeatedFailure {
  /** `x-3f6c2a` */
  id: string;
  run: string;
  line: string;
  /** What worked next most often, and in how many sessions; null if that differs each time. */
  next: { command: string; sessions: number } | null;
  times: number;
  sessionIds: readonly string[];
  days: readonly string[];
  /** Where it happened, newest first: the prompt of its session. */
  places: readonly { sessionId: string; day: string; prompt: number | null }[];
}

interface FactsFailure {
  command: string;
  line: string;
  times: number;
  prompt: number | null;
  next?: string | undefined;
}

/** The failures of a session that a memory could prevent. */
export function failedIn(failures: readonly FactsFailure[]): Failed[] {
  return failures
    .flatMap(({ command, line, times, prompt, next }): Failed[] => {
      const words = failedWords(command, line);
      if (words.length === 0 || line.trim() === '' || isOfTheWork(words, line)) return [];
      const isSame = next === undefined || withoutOptions(next) === withoutOptions(command);
      return [{ key: keyOf(words, line), run: runOf(words), line, next: isSame ? null : next, times, prompt }];
    })
    .slice(0, MOST_KEPT);
}

/** The failures that come back in these sessions of one project; all but the first only if they are as sure. */
export function failuresOf(sessions: readonly FailedSession[], most: number): RepeatedFailure[] {
  if (sessions.length < LEAST.sessions) return [];
  const groups = new Map<string, { session: FailedSession; failed: Failed }[]>();
  for (const session of sessions)
    for (const failed of session.failed) {
      const group = groups.get(failed.key) ?? [];
      group.push({ session, failed });
      groups.set(failed.key, group);
    }
  return [...groups]
    .map(([key, group]) => repeatedFailure(key, group))
    .filter(({ sessionIds, days }) => sessionIds.length >= LEAST.ofRequest && days.length >= LEAST.days)
    .filter(({ next, line }) => next !== null || WRONG_CALL.test(line))
    .sort((a, b) => b.sessionIds.length - a.sessionIds.length || b.times - a.times || compare(a.id, b.id))
    .filter(({ next }, index) => index === 0 || next !== null)
    .slice(0, most);
}

function repeatedFailure(key: string, group: readonly { session: FailedSession; failed: Failed }[]): RepeatedFailure {
  const newest = group.toSorted((a, b) => compare(b.session.day, a.session.day));
  const sessionIds = [...new Set(group.map(({ session }) => session.id))];
  const worked = new Map<string, Set<string>>();
  for (const { session, failed } of group)
    if (failed.next !== null) worked.set(failed.next, (worked.get(failed.next) ?? new Set()).add(session.id));
  const [best] = [...worked].sort(([a, one], [b, other]) => other.size - one.size || compare(a, b));
  const isSure = best !== undefined && best[1].size >= 2 && best[1].size * 2 >= sessionIds.length;
  const [{ failed } = group[0] ?? { failed: undefined }] = newest;
  return {
    id: `x-${shortHash(key).toString(16).padStart(6, '0').slice(-6)}`,
    run: shortest(group.map((each) => each.failed.run)),
    line: failed?.line ?? '',
    next: isSure ? { command: best[0], sessions: best[1].size } : null,
    times: group.reduce((sum, each) => sum + each.failed.times, 0),
    sessionIds,
    days: [...new Set(group.map(({ session }) => session.day))].sort(),
    places: newest.map(({ session, failed: { prompt } }) => ({ sessionId: session.id, day: session.day, prompt })),
  };
}

/** The words of the command that failed: of `cd x && make`, the one that the line names. */
function failedWords(command: string, line: string): string[] {
  const commands = simpleCommands(command);
  const named = /(?:^|:\s*)(?:line \d+: )?(cd|source|pushd):/.exec(line)?.[1];
  return (named && commands.find(([first]) => first === named)) || mainCommand(command);
}

function isOfTheWork(words: readonly string[], line: string): boolean {
  const [program = '', verb = ''] = words;
  if (WRONG_CALL.test(line) && !/conflict|konflikt/i.test(line) && !/error(?: TS\d|\[E\d)/.test(line))
    return obstacleOf(line) === 'no network';
  return OF_THE_WORK.test(line) || (program === 'git' && STOPS_AT_WORK.has(verb)) || obstacleOf(line) === 'no network';
}

function keyOf(words: readonly string[], line: string): string {
  const cause = line
    .toLowerCase()
    .replace(/\b(?:[0-9a-f]{7,}|\d+)\b/g, '0')
    .replace(/\s+/g, ' ')
    .trim();
  return `${plain(words).slice(0, 2).join(' ').replace(/\d+/g, '0')}\n${cause}`;
}

function runOf(words: readonly string[]): string {
  return plain(words).slice(0, 3).join(' ');
}

function withoutOptions(command: string): string {
  return simpleCommands(command)
    .map((words) => plain(words).join(' '))
    .join('\n');
}

function plain(words: readonly string[]): string[] {
  return words.filter((word, at) => at === 0 || !word.startsWith('-'));
}

function shortest(texts: readonly string[]): string {
  return texts.toSorted((a, b) => a.length - b.length || compare(a, b))[0] ?? '';
}
