/** The steps of a session of the sample: what its source says, between the events of its chronicle, each with its time. */
import { createHash } from 'node:crypto';
import type { Chronicle, ChronicleEvent } from '#src/format/chronicle.ts';
import { writtenDetails } from '#src/format/event-source.ts';
import { codeLines } from './code-lines.ts';
import type { SampleSource, SampleTurn } from './sample-source.ts';
import { failedTests, passedTests, TEST_COMMANDS } from './test-output.ts';

/** The projects of the sample. */
export type SampleProject = keyof typeof TEST_COMMANDS;

/** What steps share: the edits since the last commit. */
export interface Made {
  project: SampleProject;
  branch: string;
  files: Set<string>;
  added: number;
  removed: number;
}

/** A step as a session script has it. `place` is different for each. */
type Script = (place: string, made: Made) => object;

/** A step and when it happened, in milliseconds since 1970. */
export interface TimedStep {
  at: number;
  script: Script;
}

const plain =
  (script: object): Script =>
  () =>
    script;

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
  own: TimedStep[];
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
  const worked = work.map((script, place) => ({
    at: from + ((until - from) * (place + 1)) / (work.length + 1.5),
    script,
  }));
  const text = (turn.prompt ?? turn.queued ?? '').trim();
  const prompt = turn.command
    ? { command: turn.command }
    : turn.queued === undefined
      ? { user: text }
      : { queued: text };
  const said = (at: number, assistant: string): TimedStep => ({ at, script: plain({ assistant }) });
  return [
    { at: from, script: plain(prompt) },
    ...(turn.first === undefined ? [] : [said(from + 4_000, turn.first)]),
    ...inOrder([...worked, ...own, ...commits, ...(turn.pr ? [prStep(end - 25_000, turn.pr)] : [])]),
    ...(isOpen ? [] : [said(end, (turn.say ?? lastWords(commits, own)).trim())]),
  ];
}

function prStep(at: number, pr: { number: number; title: string }): TimedStep {
  const script: Script = (_, { project }) => {
    return { pr: { ...pr, url: `https://github.com/robin-at-home/${project}/pull/${pr.number}` } };
  };
  return { at, script };
}

/** What a turn is said to have come to if its source does not say. */
function lastWords(commits: readonly CommitStep[], own: readonly TimedStep[]): string {
  const commit = commits.at(-1);
  if (commit) return `Committed as ${commit.hash}: ${commit.subject}.`;
  return own.length > 0 ? 'Done, and logged.' : 'Done.';
}

function endOf(last: number, next: number): number {
  const gap = next - last;
  return gap > LONGEST_WAIT ? last + 2 * MINUTE : last + gap * 0.8;
}

/** The steps whose times nobody wrote down: first what is read, then questions and plans, then edits between test runs. */
function workSteps(turn: SampleTurn): Script[] {
  const { agent, ask, plan, search, found, compact } = turn;
  const edits = [...edited(turn.edit, false, turn.diff), ...edited(turn.new, true)];
  const fixed: object[] = [
    ...words(turn.web).map(webStep),
    ...(search === undefined ? [] : [{ tool: 'WebSearch', input: { query: search }, output: 'Links: []' }]),
    ...words(turn.mcp).map((name) => ({ tool: `mcp__${name}__list_issues`, input: { state: 'open' }, output: '[]' })),
    ...words(turn.skill).map((skill) => ({ tool: 'Skill', input: { skill }, output: `Launching skill: ${skill}` })),
    ...(agent ? [{ agent: { ...agent, prompt: agent.description } }] : []),
    ...(found === undefined ? [] : [{ assistant: found }]),
    ...(ask ? [{ ask: [ask] }] : []),
    ...(plan === undefined ? [] : [{ plan: plan.trim(), accepted: true }]),
  ];
  return [
    ...words(turn.read).map(readStep),
    ...fixed.map(plain),
    ...mixed(
      edits.map(({ script }) => script),
      testRuns(turn, edits.find(({ path }) => /test/i.test(path))?.path),
    ),
    ...ranCommands(turn).map(plain),
    ...(compact === undefined ? [] : [plain({ compact: compact.trim() })]),
    ...(turn.interrupt ? [plain({ interrupt: true })] : []),
  ];
}

const readStep =
  (path: string): Script =>
  (place) => ({ read: path, output: `${codeLines(path, place, 24).join('\n')}\n` });

function webStep(url: string): object {
  return { tool: 'WebFetch', input: { url, prompt: 'What does it say?' }, output: 'It says how it works.' };
}

function words(text: string | undefined): string[] {
  return text?.split(/\s+/).filter((word) => word !== '') ?? [];
}

function edited(text: string | undefined, isNew: boolean, diff?: string): { path: string; script: Script }[] {
  return (text?.split(',') ?? []).map((each, index) => {
    const [, path, added, removed = '0'] = /^\s*(\S+) \+(\d+)(?:-(\d+))?\s*$/.exec(each) ?? [];
    if (path === undefined) throw new Error(`Not an edit: ${each}`);
    const lines = index === 0 ? (diff?.trim().split('\n') ?? []) : [];
    const script: Script = (place, made) => {
      made.files.add(path);
      made.added += Number(added);
      made.removed += Number(removed);
      if (isNew) return { write: path, content: `${codeLines(path, place, Number(added)).join('\n')}\n` };
      const written = (sign: string, count: number, kind: string) => {
        const own = lines.flatMap((line) => (line.startsWith(sign) ? line.slice(1) : []));
        return [...own, ...codeLines(path, `${kind} ${place}`, Math.max(0, count - own.length))];
      };
      // An edit that only adds needs a line to find its place.
      const around = removed === '0' ? codeLines(path, `around ${place}`, 1) : [];
      const old = [...around, ...written('-', Number(removed), 'old')];
      return { edit: path, old: old.join('\n'), new: [...around, ...written('+', Number(added), 'new')].join('\n') };
    };
    return { path, script };
  });
}

function testRuns({ test, testFails }: SampleTurn, tested = ''): Script[] {
  const [runs = 0, failed = 0] = test?.split('/').map(Number) ?? [];
  return Array.from(
    { length: runs },
    (_, run): Script =>
      (place, { project }) => {
        const bash = TEST_COMMANDS[project];
        if (run >= failed) return { bash, output: passedTests(project, place) };
        return { bash, fails: testFails ?? failedTests(project, tested, place) };
      },
  );
}

function ranCommands({ run: bash, runFails }: SampleTurn): object[] {
  if (bash === undefined) return [];
  const [, times, fails] = /^(\d+) (.+)$/.exec(runFails ?? '') ?? [];
  return Array.from({ length: Number(times ?? 1) }, () => (fails ? { bash, fails } : { bash, output: 'ok' }));
}

/** Tests between the edits: the first one after the first edit, the last one after the last. */
function mixed(edits: readonly Script[], tests: readonly Script[]): Script[] {
  const first = edits.length === 0 ? 0 : 1 / edits.length;
  const place = (index: number, of: number) => (index + 1) / of;
  return [
    ...edits.map((step, index) => ({ step, place: place(index, edits.length) - 0.001 })),
    ...tests.map((step, index) => ({ step, place: first + (1 - first) * place(index, tests.length) })),
  ]
    .sort((a, b) => a.place - b.place)
    .map(({ step }) => step);
}

interface CommitStep extends TimedStep {
  hash: string;
  subject: string;
}

function commitStep(text: string, times: (local: string) => number): CommitStep {
  const [line = '', ...others] = text.split('\n');
  const [, at, named, subject] = /^((?:\S{10} )?\d\d:\d\d) (?:([0-9a-f]{7}) )?(.+)$/.exec(line) ?? [];
  if (at === undefined || subject === undefined) throw new Error(`Not a commit: ${line}`);
  const body = others.join('\n').trim();
  const hash = named ?? createHash('sha1').update(`${at}\n${text}`).digest('hex').slice(0, 7);
  const message =
    body === '' ? `'${subject.replaceAll("'", "'\\''")}'` : `"$(cat <<'EOF'\n${subject}\n\n${body}\nEOF\n)"`;
  const script: Script = (_, made) => {
    const { branch, files, added, removed } = made;
    Object.assign(made, { files: new Set(), added: 0, removed: 0 });
    const output = `[${branch} ${hash}] ${subject}\n ${Math.max(1, files.size)} files changed, ${added} insertions(+), ${removed} deletions(-)`;
    return { bash: `git add -A && git commit -m ${message}`, output };
  };
  return { at: times(at) + 30_000 + spread(subject, 9_000), hash, subject, script };
}

/** Reads `09:54` in a session's zone, on the day of the turn: that of the last turn up to it that states one. */
function localTimes({ frontMatter }: Chronicle, turns: readonly SampleTurn[]): (local: string) => number {
  const stated = turns.flatMap(({ at }) => /^(\S+) /.exec(at)?.[1] ?? []).at(-1);
  const offset = frontMatter.utc_offset ?? '+00:00';
  return (local) => Date.parse(`${stated ?? frontMatter.date}T${local.slice(-5)}:00${offset}`);
}

/** The events of a chronicle that the agent logged, late in their minute. One without a time follows the one before it. */
function timedEvents({ events, frontMatter }: Chronicle): TimedStep[] {
  let at = 0;
  return events.flatMap((event) => {
    if (/^evidence: /m.test(event.details)) return [];
    const offset = frontMatter.utc_offset ?? '+00:00';
    at =
      event.time === null
        ? at + 21_000
        : Date.parse(`${event.date}T${event.time}:00${offset}`) + 40_000 + spread(event.text, 15_000);
    return [{ at, script: plain(logStep(event)) }];
  });
}

function logStep(event: ChronicleEvent): object {
  const details = writtenDetails(event);
  const lines = [`[${event.tag}] ${event.text}`, ...(details === '' ? [] : [details])].join('\n');
  return { bash: `chronicle log <<'CHRONICLE'\n${lines}\nCHRONICLE`, output: `Logged ${event.tag} ${event.id}.` };
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
