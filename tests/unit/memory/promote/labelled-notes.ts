import { readFileSync } from 'node:fs';
import { alikeLines } from '#src/memory/promote/alike-lines.ts';
import { KnownMemories } from '#src/memory/promote/known-memories.ts';
import { worthOf } from '#src/memory/promote/worth.ts';
import { availableDetectors } from '#src/node/redaction/detectors.ts';
import { isPrivate } from '#src/redaction/private-text.ts';
import { seeded } from '#tests/bench/random.ts';
import { madeOf } from '#tests/fixtures/redaction/made-secrets.ts';

/** Notes labelled by their author; see tests/fixtures/promote/README.md. */
export interface LabelledNotes {
  lines: { promote: boolean; kind: 'tried' | 'discovered'; text: string }[];
  questions: { a: string; b: string; same: boolean }[];
  memories: { line: string; name: string; description: string; body: string; expect: 'new' | 'strengthen' | 'said' }[];
}

export type NoteSet = 'development' | 'held-out';

/** Right and wrong answers about what should be found. */
export interface Found {
  precision: number;
  recall: number;
  /** Wrongly found, and wrongly not found. */
  wrong: string[];
  missed: string[];
}

/** Secrets are made here, since a file with one looks like a leak. */
const SECRETS: Record<string, string> = {
  '{GITHUB_TOKEN}': 'ghp_{w36}',
  '{STRIPE_KEY}': 'sk_live_{w24}',
  '{SLACK_TOKEN}': 'xoxb-{d12}-{d13}-{w24}',
};

export function labelledNotes(set: NoteSet): LabelledNotes {
  const file = new URL(`../../../fixtures/promote/${set}.json`, import.meta.url);
  let text = readFileSync(file, 'utf8');
  const random = seeded(17);
  for (const [place, form] of Object.entries(SECRETS)) text = text.replaceAll(place, () => madeOf(form, random));
  return JSON.parse(text);
}

/** How well lines are told apart, privacy included. */
export async function lineQuality({ lines }: LabelledNotes): Promise<Found> {
  const detectors = await availableDetectors({
    env: {},
    home: '/home/robin',
    host: 'tern',
    list: { names: [], allow: [] },
    sessions: [],
  });
  const found = await Promise.all(
    lines.map(async ({ kind, text }) => worthOf(kind, text) !== null && !(await isPrivate(text, detectors))),
  );
  return foundOf(lines.map(({ kind, text, promote }, i) => [`${kind}: ${text}`, promote, found[i] === true]));
}

export function questionQuality({ questions }: LabelledNotes): Found {
  return foundOf(
    questions.map(({ a, b, same }) => [
      `${a} | ${b}`,
      same,
      alikeLines('question', [{ text: a }, { text: b }]).length === 1,
    ]),
  );
}

/** How well memories that are about the same are found: `said` and `strengthen` together. */
export function memoryQuality({ memories }: LabelledNotes): Found {
  return foundOf(memories.map((each) => [each.line, each.expect !== 'new', relationTo(each) !== 'new']));
}

/** How often a memory that says the line already is told from one that is only alike. */
export function saidQuality({ memories }: LabelledNotes): Found {
  return foundOf(memories.map((each) => [each.line, each.expect === 'said', relationTo(each) === 'said']));
}

function relationTo({ line, name, description, body }: LabelledNotes['memories'][number]): string {
  return new KnownMemories([{ file: 'a.md', text: { name, description, body, fault: null } }]).relationOf(line).is;
}

function foundOf(answers: readonly [what: string, wanted: boolean, isFound: boolean][]): Found {
  const count = (wanted: boolean, isFound: boolean) =>
    answers.filter((answer) => answer[1] === wanted && answer[2] === isFound).map(([what]) => what);
  const right = count(true, true).length;
  const [wrong, missed] = [count(false, true), count(true, false)];
  return {
    precision: right / Math.max(1, right + wrong.length),
    recall: right / Math.max(1, right + missed.length),
    wrong,
    missed,
  };
}
