/** The steps of a session of the sample: what its source says, between the events of its chronicle, each with its time. */
import { createHash } from 'node:crypto';
import type { Chronicle, ChronicleEvent } from '#src/format/chronicle.ts';
import type { SampleSource, SampleTurn } from './sample-source.ts';

export type Step =
  | { kind: 'prompt'; text: string; isQueued: boolean }
  | { kind: 'command'; text: string }
  | { kind: 'say'; text: string }
  | { kind: 'read'; path: string }
  | { kind: 'web'; target: string; isSearch: boolean }
  | { kind: 'mcp'; name: string }
  | { kind: 'skill'; name: string }
  | { kind: 'agent'; type: string; description: string; answer: string }
  | { kind: 'ask'; header: string; question: string; options: string[]; answer: string }
  | { kind: 'plan'; text: string }
  | { kind: 'edit'; path: string; added: number; removed: number; isNew: boolean; diff?: string | undefined }
  | { kind: 'test'; isFailed: boolean; fails?: string | undefined; tested?: string | undefined }
  | { kind: 'run'; command: string; fails: string | null }
  | { kind: 'interrupt' }
  | { kind: 'compact'; summary: string }
  | { kind: 'commit'; hash: string; subject: string; body: string }
  | { kind: 'pr'; number: number; title: string }
  | { kind: 'log'; event: ChronicleEvent };

/** A step and when it happened, in milliseconds since 1970. */
export type TimedStep = { at: number } & Step;

const MINUTE = 60_000;
/** A pause longer than this ends a turn: nobody typed, so the agent had long been done. */
const LONGEST_WAIT = 20 * MINUTE;

/** All steps of a session in order. Throws if the source disagrees with the chronicle about what came first. */
export function sampleSteps(source: SampleSource, chronicle: Chronicle): TimedStep[] {
  const timesOf = source.turns.map((_, number) => localTimes(chronicle, source.turns.slice(0, number + 1)));
  const starts = source.turns.map(({ at }, number) => (timesOf[number]?.(at) ?? 0) + 5_000 + spread(at, 18_000));
  const events = timedEvents(chronicle);
  const steps = source.turns.flatMap((turn, number) => {
    const from = starts[number] ?? 0;
    const next = starts[number + 1] ?? Number.POSITIVE_INFINITY;
    const own = events.filter(({ at }) => (number === 0 || at >= from) && at < next);
    const isOpen = source.turns[number + 1]?.queued !== undefined;
    const times = timesOf[number] ?? localTimes(chronicle, []);
    return turnSteps(turn, { from, next, own, times, isOpen });
  });
  return inOrder(steps);
}

interface TurnPlace {
  from: number;
  next: number;
  own: (TimedStep & { kind: 'log' })[];
  times: (local: string) => number;
  /** Whether the agent still works when the next prompt is typed. */
  isOpen: boolean;
}

function turnSteps(turn: SampleTurn, { from, next, own, times, isOpen }: TurnPlace): TimedStep[] {
  const commits = [turn.commit ?? []].flat().map((text) => commitStep(text, times));
  const last = Math.max(from, ...own.map(({ at }) => at), ...commits.map(({ at }) => at));
  const end = turn.until === undefined ? endOf(last, next) : times(turn.until) + spread(turn.at, 50_000);
  const work = workSteps(turn);
  const until = commits[0]?.at ?? end;
  const worked = work.map((step, place) => ({
    ...step,
    at: from + ((until - from) * (place + 1)) / (work.length + 1.5),
  }));
  const prompt: Step =
    turn.command === undefined
      ? { kind: 'prompt', text: (turn.prompt ?? turn.queued ?? '').trim(), isQueued: turn.queued !== undefined }
      : { kind: 'command', text: turn.command };
  const first: TimedStep[] = turn.first === undefined ? [] : [{ at: from + 4_000, kind: 'say', text: turn.first }];
  const pr: TimedStep[] = turn.pr ? [{ at: end - 25_000, kind: 'pr', ...turn.pr }] : [];
  return [
    { at: from, ...prompt },
    ...first,
    ...inOrder([...worked, ...own, ...commits, ...pr]),
    ...(isOpen ? [] : [{ at: end, kind: 'say' as const, text: (turn.say ?? lastWords(commits, own)).trim() }]),
  ];
}

/** What a turn is said to have come to if its source does not say. */
function lastWords(commits: readonly (TimedStep & { kind: 'commit' })[], own: TurnPlace['own']): string {
  const commit = commits.at(-1);
  if (commit) return `Committed as ${commit.hash}: ${commit.subject}.`;
  return own.length > 0 ? 'Done, and logged.' : 'Done.';
}

function endOf(last: number, next: number): number {
  const gap = next - last;
  return gap > LONGEST_WAIT ? last + 2 * MINUTE : last + gap * 0.8;
}

/** The steps whose times nobody wrote down: first what is read, then questions and plans, then edits between test runs. */
function workSteps(turn: SampleTurn): Step[] {
  const edits = [...edited(turn.edit, false, turn.diff), ...edited(turn.new, true)];
  const tests = testRuns(turn, edits);
  return [
    ...words(turn.read).map((path) => ({ kind: 'read', path }) as const),
    ...words(turn.web).map((target) => ({ kind: 'web', target, isSearch: false }) as const),
    ...(turn.search === undefined ? [] : [{ kind: 'web', target: turn.search, isSearch: true } as const]),
    ...words(turn.mcp).map((name) => ({ kind: 'mcp', name }) as const),
    ...words(turn.skill).map((name) => ({ kind: 'skill', name }) as const),
    ...(turn.agent ? [{ kind: 'agent', ...turn.agent } as const] : []),
    ...(turn.found === undefined ? [] : [{ kind: 'say', text: turn.found } as const]),
    ...(turn.ask ? [{ kind: 'ask', ...turn.ask } as const] : []),
    ...(turn.plan === undefined ? [] : [{ kind: 'plan', text: turn.plan.trim() } as const]),
    ...mixed(edits, tests),
    ...ranCommands(turn),
    ...(turn.compact === undefined ? [] : [{ kind: 'compact', summary: turn.compact.trim() } as const]),
    ...(turn.interrupt ? [{ kind: 'interrupt' } as const] : []),
  ];
}

function words(text: string | undefined): string[] {
  return text?.split(/\s+/).filter((word) => word !== '') ?? [];
}

function edited(text: string | undefined, isNew: boolean, diff?: string): Step[] {
  return (text?.split(',') ?? []).map((each, index) => {
    const [, path, added, removed = '0'] = /^\s*(\S+) \+(\d+)(?:-(\d+))?\s*$/.exec(each) ?? [];
    if (path === undefined) throw new Error(`Not an edit: ${each}`);
    const own = index === 0 ? diff : undefined;
    return { kind: 'edit', path, added: Number(added), removed: Number(removed), isNew, diff: own };
  });
}

function testRuns({ test, testFails: fails }: SampleTurn, edits: readonly Step[]): Step[] {
  const [runs = 0, failed = 0] = test?.split('/').map(Number) ?? [];
  const tested = edits.flatMap((step) => (step.kind === 'edit' && /test/i.test(step.path) ? step.path : []))[0];
  return Array.from({ length: runs }, (_, run) => ({ kind: 'test', isFailed: run < failed, fails, tested }) as const);
}

function ranCommands({ run, runFails }: SampleTurn): Step[] {
  if (run === undefined) return [];
  const [, times, line] = /^(\d+) (.+)$/.exec(runFails ?? '') ?? [];
  return Array.from(
    { length: Number(times ?? 1) },
    () => ({ kind: 'run', command: run, fails: line ?? null }) as const,
  );
}

/** Tests between the edits: the first one after the first edit, the last one after the last. */
function mixed(edits: readonly Step[], tests: readonly Step[]): Step[] {
  const first = edits.length === 0 ? 0 : 1 / edits.length;
  const place = (index: number, of: number) => (index + 1) / of;
  return [
    ...edits.map((step, index) => ({ step, place: place(index, edits.length) - 0.001 })),
    ...tests.map((step, index) => ({ step, place: first + (1 - first) * place(index, tests.length) })),
  ]
    .sort((a, b) => a.place - b.place)
    .map(({ step }) => step);
}

function commitStep(text: string, times: (local: string) => number): TimedStep & { kind: 'commit' } {
  const [line = '', ...others] = text.split('\n');
  const [, at, hash, subject] = /^((?:\S{10} )?\d\d:\d\d) (?:([0-9a-f]{7}) )?(.+)$/.exec(line) ?? [];
  if (at === undefined || subject === undefined) throw new Error(`Not a commit: ${line}`);
  const body = others.join('\n').trim();
  const derived = createHash('sha1').update(`${at}\n${text}`).digest('hex').slice(0, 7);
  return { at: times(at) + 30_000 + spread(subject, 9_000), kind: 'commit', hash: hash ?? derived, subject, body };
}

/** Reads `09:54` in a session's zone, on the day of the turn: that of the last turn up to it that states one. */
function localTimes({ frontMatter }: Chronicle, turns: readonly SampleTurn[]): (local: string) => number {
  const stated = turns.flatMap(({ at }) => /^(\S+) /.exec(at)?.[1] ?? []).at(-1);
  const offset = frontMatter.utc_offset ?? '+00:00';
  return (local) => Date.parse(`${stated ?? frontMatter.date}T${local.slice(-5)}:00${offset}`);
}

/** The events of a chronicle that the agent logged, late in their minute. One without a time follows the one before it. */
function timedEvents({ events, frontMatter }: Chronicle): (TimedStep & { kind: 'log' })[] {
  let at = 0;
  return events.flatMap((event) => {
    if (/^evidence: /m.test(event.details)) return [];
    const offset = frontMatter.utc_offset ?? '+00:00';
    at =
      event.time === null
        ? at + 21_000
        : Date.parse(`${event.date}T${event.time}:00${offset}`) + 40_000 + spread(event.text, 15_000);
    return [{ at, kind: 'log' as const, event }];
  });
}

/** Sorted by time, at least three seconds apart. */
function inOrder<Timed extends { at: number }>(steps: readonly Timed[]): Timed[] {
  let before = 0;
  return steps
    .toSorted((a, b) => a.at - b.at)
    .map((step) => {
      before = Math.max(Math.round(step.at / 1000) * 1000, before + 3_000);
      return { ...step, at: before };
    });
}

/** A number below `limit` that is always the same for a text. */
function spread(text: string, limit: number): number {
  return createHash('sha1').update(text).digest().readUInt32BE(0) % limit;
}
