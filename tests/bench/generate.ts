/** Sessions of an endless archive, the same at every run: a chronicle of about 3.6 KB with 17 events, and its facts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { withIds } from '#src/format/event-id.ts';
import { serializeChronicle } from '#src/format/serialize.ts';
import type { Tag } from '#src/format/tags.ts';
import { fileStem } from '#src/lib/checkout.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { factsPath } from '#src/lib/paths.ts';
import type { HistoryLine } from '#src/memory/history.ts';
import { type Facts, serializeFacts } from '#src/transcript/facts.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { falling, type Random, seeded, weighted } from './random.ts';
import { WORDS } from './words.ts';

/** Sessions a day: 10,000 sessions are about three years of several projects. */
const PER_DAY = 9;

/** How often each tag occurs in a real archive of 555 events. */
const TAG_COUNTS: [tag: Tag, events: number][] = [
  ['DECISION', 143],
  ['PIVOT', 52],
  ['INSIGHT', 98],
  ['ERROR', 80],
  ['BLOCKED', 54],
  ['USER-CORRECTION', 44],
  ['MEMORY-HIT', 51],
  ['MEMORY-MISS', 33],
];

const drawTag = weighted(TAG_COUNTS, (index) => TAG_COUNTS[index]?.[1] ?? 0);
const drawWord = weighted(WORDS, falling(1));

/** Mistakes that sessions repeat, each with the memory against it. A few are frequent, most are rare. */
const MISTAKES = WORDS.filter((word) => word.length > 5).map((word, index) => ({
  text: `Forgot the ${word} of the ${WORDS[index * 2] ?? 'build'} again`,
  file: `feedback_${word}.md`,
  isRemembered: index % 2 === 0,
}));
const drawMistake = weighted(MISTAKES, falling(0.8));

const PROJECT = '/home/robin/code/bench';

/**
 * Writes a generated archive of `sessions` sessions, with its facts and history, into a Claude Code directory, and
 * returns its chronicle directory. It is a single project, so that a baseline can read a single directory.
 */
export function writeArchive(config: string, sessions: number, project: string = PROJECT): string {
  const directory = join(config, 'projects', directoryName(project), 'chronicle');
  mkdirSync(join(directory, 'facts'), { recursive: true });
  const history = new Map<string, HistoryLine>();
  for (let i = 0; i < sessions; i++) {
    const chronicle = generateChronicle(i);
    const { name, text, sessionId, date, memories } = chronicle;
    writeFileSync(join(directory, name), text);
    writeFileSync(factsPath(join(directory, name)), generateFacts(i, chronicle));
    for (const { file, eventId } of memories)
      if (!history.has(file))
        history.set(file, {
          id: `l-${sessionId.slice(0, 6)}-${eventId}`,
          at: `${date}T17:00:00Z`,
          source: 'retro',
          action: 'new',
          file,
          session_id: sessionId,
          events: [`${sessionId}#${eventId}`],
          before: null,
          after: sessionId.replaceAll('-', '').repeat(2),
        });
  }
  const lines = [...history.values()].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(directory, 'memory-ledger.jsonl'), lines.join(''));
  return directory;
}

interface GeneratedChronicle {
  name: string;
  text: string;
  sessionId: string;
  date: string;
  /** The memories against its misses that a retrospective wrote: half of all mistakes have one. */
  memories: { file: string; eventId: string }[];
}

/** The n-th session, from 2023-01-01 on. One in ten has a narrative. */
export function generateChronicle(n: number): GeneratedChronicle {
  const random = seeded(n + 1);
  const date = new Date(Date.UTC(2023, 0, 1 + Math.floor(n / PER_DAY))).toISOString().slice(0, 10);
  const branch = `tm/${n % 97}-${words(random, 3).replaceAll(' ', '-')}`;
  const events = withIds(times(12 + below(random, 11), (i) => event(random, date, i)));
  const hasNarrative = n % 10 === 0;
  const sessionId = `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`;
  const text = serializeChronicle({
    frontMatter: {
      session_id: sessionId,
      date,
      branch,
      task: `TM-${n % 97}`,
      started: `${date}T07:0${n % 10}:00Z`,
      cwd: '/home/robin/code/bench',
      utc_offset: '+01:00',
      ...(hasNarrative ? { retro: `${date}T17:00:00Z` } : {}),
    },
    events,
    summary: {
      kind: hasNarrative ? 'retro' : 'agent',
      lead: words(random, 44),
      narrative: hasNarrative
        ? { title: words(random, 4), text: times(3, () => words(random, 90)).join('\n\n') }
        : null,
    },
  });
  const memories = events.flatMap(({ id, file }) => (file === null ? [] : [{ file, eventId: id }]));
  return { name: `${fileStem(date, branch, 1)}-s${n}.md`, text, sessionId, date, memories };
}

/** `file` is the memory that is written because of it; null for most events. */
function event(random: Random, date: string, i: number): Omit<ChronicleEvent, 'id'> & { file: string | null } {
  const time = new Date(Date.UTC(2023, 0, 1, 8, i * 17)).toISOString().slice(11, 16);
  const details = random() < 0.4 ? `${words(random, 15)}\n${words(random, 12)}` : '';
  const [tag] = drawTag(random);
  const mistake = drawMistake(random);
  const about = { 'MEMORY-HIT': `${mistake.file}: ${words(random, 11)}`, 'MEMORY-MISS': mistake.text };
  const text = tag === 'MEMORY-HIT' || tag === 'MEMORY-MISS' ? about[tag] : words(random, 15);
  const file = tag === 'MEMORY-MISS' && mistake.isRemembered ? mistake.file : null;
  return { tag, text, details, time, date, line: 0, file };
}

/** The facts of a generated session: 5 to 20 KB, about 12 prompts and 20 edited files. */
function generateFacts(n: number, { sessionId, date }: GeneratedChronicle): string {
  const random = seeded(n + 7);
  const begin = Date.parse(`${date}T07:00:00Z`);
  const at = (minute: number) => new Date(begin + minute * 60_000).toISOString();
  const prompts: Facts['prompts'] = times(6 + below(random, 14), (i) => ({
    at: at(i * 9),
    text: words(random, 12 + below(random, 60)),
    record: hex(random, 32),
    did: { reads: below(random, 9), edits: below(random, 6), commands: below(random, 7), tests: 1, failedTests: 0 },
  }));
  const prompt = () => below(random, prompts.length);
  const files = times(5 + below(random, 30), () => ({
    path: `src/${words(random, 1)}/${words(random, 2).replace(' ', '-')}.ts`,
    edits: 1 + below(random, 5),
    added: below(random, 90),
    removed: below(random, 40),
    prompts: [prompt()],
  }));
  const commits = times(below(random, 5), (i) => ({
    hash: hex(random, 7),
    subject: words(random, 7),
    body: words(random, 30),
    at: at(i * 25),
    branch: 'main',
    prompt: prompt(),
    record: hex(random, 32),
  }));
  return serializeFacts(
    someFacts({
      head: {
        session_id: sessionId,
        transcripts: [
          { file: `${sessionId}.jsonl`, folder: '-home-robin-code-bench', size: 400_000, writtenMs: begin },
        ],
        from: at(0),
        to: at(prompts.length * 9),
        prompts: prompts.length,
        commits: commits.length,
        titles: { host: words(random, 5), prompt: words(random, 9) },
      },
      ...{ prompts, files, commits },
      work: times(prompts.length * 7, (minute) => ({ minute })),
    }),
  );
}

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

function words(random: Random, count: number): string {
  return times(count, () => drawWord(random)).join(' ');
}

function hex(random: Random, digits: number): string {
  return times(digits, () => below(random, 16).toString(16)).join('');
}
