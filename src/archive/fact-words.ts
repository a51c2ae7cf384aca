/** The facts of a session in few words: `1.9 M`, `Opus 4.6`, `11 (+612 −148)`. */
import type { Session } from '#src/format/session.ts';
import { grouped } from '#src/lib/grouped.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { counted, duration } from '#src/lib/text/day.ts';
import type { Facts } from '#src/transcript/facts.ts';
import type { FactsHead } from '#src/format/facts-head.ts';
import { localClockOf } from './session-time.ts';

/** `Opus 4.6` for `claude-opus-4-6` or `claude-opus-4-6-20260115`; any other name as it is. */
export function modelName(model: string): string {
  const [, family, major, minor] = /^claude-([a-z]{2,20})-(\d{1,2})(?:-(\d{1,2}))?(?:-\d{8})?$/.exec(model) ?? [];
  if (family === undefined || major === undefined) return model;
  return `${capitalised(family)} ${major}${minor === undefined ? '' : `.${minor}`}`;
}

/** `1.9 M`, `84 k` or `912`. */
export function roundCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500) return `${Math.round(count / 1000)} k`;
  const millions = count / 1_000_000;
  return `${millions < 99.95 ? millions.toFixed(1) : grouped(Math.round(millions))} M`;
}

/** `+612 −148`, with a minus sign as wide as the plus. */
export function changeWords(sign: '+' | '−', lines: number): string {
  return `${sign}${grouped(lines)}`;
}

/** What a session did, beside its events: `12 prompts`, `11 files`, `5 commits`. Without zeros. */
export function workWords({ facts }: Pick<Session, 'facts'>): string[] {
  if (!facts) return [];
  const { prompts, edits, commits } = facts;
  return [
    ...(prompts > 0 ? [counted(prompts, 'prompt')] : []),
    ...(edits.files > 0 ? [counted(edits.files, 'file')] : []),
    ...(commits > 0 ? [counted(commits, 'commit')] : []),
  ];
}

/** A figure and its name. The value is untrusted. */
export interface FactsRow {
  label: string;
  value: string;
}

/** The figures of a session; without the rest of the facts, only those in the head. Empty without facts. */
export function factsRows({ chronicle, facts: head }: Session, facts: Facts | null): FactsRow[] {
  if (!head) return [];
  const rows: [label: string, value: string][] = [
    ['Span', spanOf(head, localClockOf(chronicle))],
    ['Prompts', numbered(head.prompts)],
    ['Model', facts ? facts.models.map(({ name }) => modelName(name)).join(', ') : modelName(head.model ?? '')],
    ['Tokens', tokensOf(head, facts)],
    ['Files', head.edits.files === 0 ? '' : `${numbered(head.edits.files)} (${linesWords(head.edits)})`],
    ['Tests', head.tests.runs === 0 ? '' : `${counted(head.tests.runs, 'run')}, ${head.tests.failed || 'none'} failed`],
    ['Commits', numbered(head.commits)],
    [
      'Pull requests',
      (facts?.pullRequests ?? []).map(({ number, url }) => (number === null ? url : `#${number}`)).join(', '),
    ],
  ];
  return rows.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));
}

/** Lines added and removed: `+612 −148`. */
export function linesWords({ added, removed }: { added: number; removed: number }): string {
  return `${changeWords('+', added)} ${changeWords('−', removed)}`;
}

/** `14:02 to 16:40, 1 h 12 active`; with the day of the end if it is another one. */
function spanOf({ from, to, activeMinutes }: FactsHead, local: ReturnType<typeof localClockOf>): string {
  if (from === null || to === null) return '';
  const [begin, end] = [local(from), local(to)];
  const until = end.date === begin.date ? end.time : `${end.date} ${end.time}`;
  return `${begin.time} to ${until}, ${activeMinutes < 1 ? 'less than a minute' : duration(activeMinutes)} active`;
}

/** `43 k in, 9 k out, 2.0 M from the cache` */
function tokensOf({ tokens: all }: FactsHead, facts: Facts | null): string {
  if (all === 0) return '';
  if (!facts) return roundCount(all);
  const { input, output, cacheRead, cacheWrite } = facts.tokens;
  const used = `${roundCount(input + cacheWrite)} in, ${roundCount(output)} out`;
  return cacheRead === 0 ? used : `${used}, ${roundCount(cacheRead)} from the cache`;
}

function numbered(count: number): string {
  return count === 0 ? '' : grouped(count);
}
