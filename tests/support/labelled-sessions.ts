/* The labelled sessions of tests/fixtures/harvest, whose README says how they are labelled. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { TAGS } from '#src/format/tags.ts';
import type { LabelledEvent, RecordPlace } from './label-score.ts';
import { ROOT } from './root.ts';
import { scriptedTranscript } from './scripted-transcript.ts';
import { readSessionScript } from './session-script.ts';

const SETS = join(ROOT, 'tests/fixtures/harvest');

/** `development` to tune rules on, `client` recorded with the real client, `held-out` only to be measured. */
export const LABELLED_SETS = ['development', 'client', 'held-out'] as const;
export type LabelledSet = (typeof LABELLED_SETS)[number];

export interface LabelledSession {
  name: string;
  language: string;
  title: string;
  labels: LabelledEvent[];
  /** True sentences about the session that nobody would log. */
  dull: string[];
  id: string;
  cwd: string;
  /** The transcript. */
  text: string;
  /** Files beside it, such as those of subagents, relative to its directory. */
  files: { file: string; text: string }[];
  places: ReadonlyMap<string, RecordPlace>;
}

export function labelledSessions(set: LabelledSet): LabelledSession[] {
  return set === 'client' ? recorded(join(SETS, set)) : scripted(join(SETS, set));
}

function scripted(folder: string): LabelledSession[] {
  return globSync(join(folder, '*.yml'))
    .sort()
    .map((path) => {
      const script = readSessionScript(path);
      const { id, text, subagents, stepRecords, labels } = scriptedTranscript(script);
      return {
        name: script.name,
        language: script.language,
        title: script.title ?? '',
        labels: labels.map(({ after, accept = [], also = [], important = false, ...label }) => ({
          ...label,
          accept,
          important,
          record: stepRecords.get(after) ?? '',
          also: also.map((step) => stepRecords.get(step) ?? ''),
        })),
        dull: script.dull,
        id,
        cwd: script.project,
        text,
        files: subagents,
        places: placesOf(text),
      };
    });
}

const Labels = z.strictObject({
  about: z.string(),
  language: z.string(),
  title: z.string(),
  events: z.array(
    z.strictObject({
      tag: z.enum(TAGS),
      record: z.string(),
      text: z.string(),
      accept: z._default(z.array(z.enum(TAGS)), []),
      also: z._default(z.array(z.string()), []),
      important: z._default(z.boolean(), false),
    }),
  ),
  dull: z._default(z.array(z.string()), []),
});

function recorded(folder: string): LabelledSession[] {
  return globSync(join(folder, '*.jsonl'))
    .sort()
    .map((path) => {
      const stem = path.slice(0, -'.jsonl'.length);
      const { language, title, events, dull } = Labels.parse(parse(readFileSync(`${stem}.labels.yml`, 'utf8')));
      const text = readFileSync(path, 'utf8');
      const first = recordsOf(text).find(({ cwd }) => cwd !== undefined);
      const id = first?.sessionId ?? '';
      const subagents = existsSync(stem) ? globSync('subagents/*.jsonl', { cwd: stem }) : [];
      return {
        name: stem.slice(folder.length + 1),
        language,
        title,
        labels: events,
        dull,
        id,
        cwd: first?.cwd ?? '',
        text,
        files: subagents.map((file) => ({ file: join(id, file), text: readFileSync(join(stem, file), 'utf8') })),
        places: placesOf(text),
      };
    });
}

const Transcribed = z.looseObject({
  type: z.string(),
  uuid: z.optional(z.string()),
  timestamp: z.optional(z.string()),
  sessionId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  isMeta: z.optional(z.boolean()),
  promptSource: z.optional(z.string()),
  sourceToolAssistantUUID: z.optional(z.string()),
  message: z.optional(z.looseObject({ content: z.optional(z.unknown()) })),
  attachment: z.optional(z.looseObject({ type: z.string(), commandMode: z.optional(z.string()) })),
});
type Transcribed = z.infer<typeof Transcribed>;

const recordsOf = (text: string): Transcribed[] =>
  text
    .trim()
    .split('\n')
    .map((line) => Transcribed.parse(JSON.parse(line)));

/** Each record's turn and time, worked out without the product's own reader. */
function placesOf(text: string): Map<string, RecordPlace> {
  const places = new Map<string, RecordPlace>();
  let turn = 0;
  for (const record of recordsOf(text)) {
    if (record.uuid === undefined || record.timestamp === undefined) continue;
    if (beginsTurn(record)) turn += 1;
    const call = record.sourceToolAssistantUUID ?? record.uuid;
    places.set(record.uuid, { turn, time: Date.parse(record.timestamp), call });
  }
  return places;
}

function beginsTurn({ type, isMeta, promptSource, message, attachment }: Transcribed): boolean {
  if (attachment?.type === 'queued_command') return attachment.commandMode === 'prompt';
  if (type !== 'user' || isMeta === true || typeof message?.content !== 'string') return false;
  return /^(?:typed|queued|sdk)$/.test(promptSource ?? '') || message.content.startsWith('<command-message>');
}
