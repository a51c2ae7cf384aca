/**
 * Facts: what a session's transcript showed. They are kept in a file next to the chronicle, because Claude Code deletes
 * transcripts after 30 days:
 *
 *     <project-dir>/chronicle/2026-03-24-main.md
 *     <project-dir>/chronicle/facts/2026-03-24-main.json
 *
 * The first line of the file is the head, and the second has the found events. Lists need no more:
 *
 *     {"head":{"version":2,"session_id":"3f6c…","prompts":12, …},
 *     "found":[{"id":"f-3f6c2a","tag":"ERROR","text":"The list was empty", …}],
 *     "prompts":[{"at":"2026-03-24T14:00:03Z","text":"fix the login redirect", …}],
 *
 * Every text comes from the transcript: untrusted, on one line unless noted, with recognised secrets replaced. Times are
 * UTC. A prompt is referred to by its index in `prompts`, and by null before the first one.
 */
import * as z from 'zod/mini';
import { type Found, foundSchema } from './found.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { count, type FactsHead, factsHeadSchema, time } from '#src/format/facts-head.ts';
import { factsLine } from './facts-line.ts';

/** The longest texts, in characters. They keep a file small. */
export const LONGEST = {
  prompt: 2000,
  outcome: 1200,
  title: 200,
  body: 2000,
  plan: 8000,
  summary: 20_000,
  line: 300,
  excerpt: 1200,
};

const text = z.string();
/** The index of the prompt that something belongs to. */
const prompt = z.nullable(count);

const tokensSchema = z.object({ input: count, output: count, cacheRead: count, cacheWrite: count });

const bodySchema = z.object({
  /** In the order of the transcript. Empty in files of version 1. */
  found: z.array(foundSchema),
  prompts: z.array(
    z.object({
      at: time,
      /** May have several lines. Empty if the settings keep texts out, or for just a picture. */
      text,
      /** The id of its record. */
      record: text,
      /** Typed while the agent worked. */
      isQueued: z.optional(z.literal(true)),
      /** What the agent did until the next prompt. */
      did: z.object({ reads: count, edits: count, commands: count, tests: count, failedTests: count }),
    }),
  ),
  /** In order of appearance. */
  branches: z.array(text),
  models: z.array(z.object({ name: text, answers: count })),
  tokens: tokensSchema,
  /** Those of its subagents, which `tokens` does not include. Missing without any, and in older facts. */
  subagentTokens: z.optional(tokensSchema),
  /** Edited files, relative to the project if they are inside it; most lines first. */
  files: z.array(
    z.object({
      path: text,
      edits: count,
      added: count,
      removed: count,
      prompts: z.array(count),
      isNew: z.optional(z.literal(true)),
    }),
  ),
  /** Files that were read and not edited, in the same form; those read most often first. Absent without any, and in older facts. */
  readFiles: z.optional(z.array(text)),
  /** Proved by git: by its answer in the transcript or, for quiet ones, by the repository. */
  commits: z.array(
    z.object({
      hash: z.string().check(z.regex(/^[0-9a-f]{4,64}$/)),
      subject: text,
      body: text,
      at: time,
      branch: text,
      prompt,
      record: text,
      /** How many lines git says it added and removed. Missing if git did not say, and in older facts. */
      lines: z.optional(count),
    }),
  ),
  pullRequests: z.array(z.object({ url: text, number: z.nullable(count), title: text, at: time, prompt })),
  tests: z.array(z.object({ command: text, isFailed: z.boolean(), at: time, prompt })),
  /** Commands that failed, with the line that says why. */
  failures: z.array(
    z.object({
      command: text,
      line: text,
      times: count,
      at: time,
      prompt,
      /** The command that passed next, in the same turn or the one after it. Missing without one, and in older facts. */
      next: z.optional(text),
    }),
  ),
  subagents: z.array(z.object({ type: text, description: text, at: time, prompt })),
  /** Accepted plans. The text may have several lines. */
  plans: z.array(z.object({ heading: text, text, at: time, prompt })),
  questions: z.array(z.object({ question: text, answer: text, at: time, prompt })),
  /** What compactions kept. May have several lines. Empty if the settings keep texts out. */
  compactions: z.array(
    z.object({
      summary: text,
      at: time,
      /** Who asked for it: the person or the host. Missing in older transcripts. */
      trigger: z.optional(z.enum(['manual', 'auto'])),
    }),
  ),
  /** The last answer of the last turn with 200 or more characters. May have several lines. */
  outcome: z.nullable(z.object({ text, at: time })),
  /** The session's last answer, if it is shorter and came later than the outcome. May have several lines. */
  lastAnswer: z.optional(z.object({ text, at: time })),
  /** Minutes with a message since `from`. */
  work: z.array(z.object({ minute: count })),
  /** A few lines of the change behind a pivot or an error, by record. May have several lines. */
  diffs: z.array(z.object({ record: text, path: text, lines: text })),
  /** What was said around the best found events, by record. May have several lines. Empty if the settings keep prompts out. */
  excerpts: z.array(z.object({ record: text, text })),
  /** What the transcript proves about logged events: the event's id, and a source such as `commit a1b2c3d`. */
  evidence: z.array(z.object({ event: text, source: text, record: text })),
});

export const factsSchema = z.extend(bodySchema, { head: factsHeadSchema });

export type FactsBody = z.infer<typeof bodySchema>;
export type Facts = z.infer<typeof factsSchema>;
/** Facts without what only the caller of the reader knows: which files were read and when, and what became of the events. */
export type HarvestedFacts = Omit<FactsBody, 'found' | 'evidence'> & {
  head: Omit<FactsHead, 'harvested' | 'transcripts' | 'logged'>;
};

/** The text of a facts file. Head and found events are the first two lines, so that lists need not read the rest. */
export function serializeFacts({ head, found, ...body }: Facts): string {
  const lines = Object.entries({ found, ...body }).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
  );
  return `{"head":${JSON.stringify(head)},\n${lines.join(',\n')}}\n`;
}

/** Whether the end of a file is that of facts as they are written, so that the file is not cut off. */
export function isEndOfFacts(end: string): boolean {
  return end.endsWith('}\n');
}

/** The fault of a file that this version cannot read. */
export const LATER_VERSION = 'A later version of session-chronicle wrote it.';

/** Reads a facts file's text; null with a reason if it is not valid. */
export function parseFacts(source: string): { facts: Facts; fault: null } | { facts: null; fault: string } {
  const { value: parsed, fault } = parsedJson(source);
  if (fault !== null) return { facts: null, fault };
  const value = ofThisVersion(parsed);
  const read = factsSchema.safeParse(value);
  return read.success ? { facts: read.data, fault: null } : { facts: null, fault: faultOf(read.error) };
}

/** What lists need of facts. */
export interface ListedFacts {
  head: FactsHead;
  found: readonly Found[];
}

/**
 * Reads the head from the beginning of a facts file. `beginning` contains at least the first line, unless somebody has
 * reformatted the file: then null with the fault `''`, and the whole file has to be read.
 */
export function parseFactsHead(beginning: string): { head: FactsHead; fault: null } | { head: null; fault: string } {
  const end = beginning.indexOf('\n');
  const line = end === -1 ? '' : beginning.slice(0, end).replace(/,\s*$/, '}');
  const { value } = parsedJson(line);
  if (typeof value !== 'object' || value === null || !('head' in value)) return { head: null, fault: '' };
  const read = factsHeadSchema.safeParse(value.head);
  return read.success ? { head: read.data, fault: null } : { head: null, fault: faultOf(read.error) };
}

/** Reads head and found events from the beginning of a facts file; as `parseFactsHead` if that does not contain both lines. */
export function parseListedFacts(
  beginning: string,
): { listed: ListedFacts; fault: null } | { listed: null; fault: string } {
  const { head, fault } = parseFactsHead(beginning);
  if (head === null) return { listed: null, fault };
  if (head.version === 1) return { listed: { head, found: [] }, fault: null };
  const second = beginning.indexOf('\n') + 1;
  const isWhole = beginning.startsWith('"found":', second) && beginning.includes('\n', second);
  const found = z.safeParse(factsSchema.shape.found, isWhole ? factsLine(beginning, 'found') : undefined);
  return found.success ? { listed: { head, found: found.data }, fault: null } : { listed: null, fault: '' };
}

/** A file that a session edited, relative to the project if it is inside it. */
export type EditedFile = Pick<FactsBody['files'][number], 'path' | 'added' | 'removed'>;
/** A commit by its name: its hash and the first line of its message. */
export type NamedCommit = Pick<FactsBody['commits'][number], 'hash' | 'subject' | 'at'>;

/** One list in a facts file's text, read without the rest: pages need it from every session at once. Empty if it is damaged. */
export function parseFactsList<Key extends 'files' | 'commits' | 'prompts' | 'failures'>(
  source: string,
  key: Key,
): FactsBody[Key] {
  const list = factsLine(source, key) ?? parseFacts(source).facts?.[key];
  const read = z.safeParse(factsSchema.shape[key], list);
  return read.success ? (read.data as FactsBody[Key]) : ([] as unknown[] as FactsBody[Key]);
}

/** A parsed file of version 1 with what version 2 has more, and without what it has no more. */
function ofThisVersion(value: unknown): unknown {
  if (!isRecord(value) || !isRecord(value.head) || value.head.version !== 1) return value;
  const { placed: _, withdrawn: __, head, ...body } = value;
  const { withdrawn: ___, ...kept } = head as Record<string, unknown>;
  return { found: [], excerpts: [], ...body, head: kept };
}

function parsedJson(source: string): { value: unknown; fault: null } | { value: null; fault: string } {
  try {
    return { value: JSON.parse(source.replace(/^\ufeff/, '')), fault: null };
  } catch {
    return { value: null, fault: isCutOff(source) ? 'Its end is missing.' : 'It is not valid JSON.' };
  }
}

function faultOf({ issues: [issue] }: z.core.$ZodError): string {
  const place = issue?.path.join('.') ?? '';
  return place === 'head.version' || place === 'version'
    ? LATER_VERSION
    : `${place === '' ? 'The file' : place} is invalid.`;
}

/** Whether a text has a head but no end. */
function isCutOff(source: string): boolean {
  return source.includes('\n') && !source.trimEnd().endsWith('}');
}
