/* The labelled prompts of tests/fixtures/prompts, whose README says what a line is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ROOT } from './root.ts';
import { sessionIdOf, type TranscriptRecord, TranscriptWriter, toText } from './transcript-writer.ts';

const Given = z.looseObject({ type: z.enum(['user', 'attachment', 'queue-operation', 'assistant']) });
const Line = z.strictObject({
  label: z.enum(['person', 'host']),
  kind: z.string(),
  language: z._default(z.string(), 'en'),
  alone: z._default(z.boolean(), false),
  records: z.array(Given).check(z.minLength(1)),
});

export interface LabelledPrompt extends z.infer<typeof Line> {
  /** Of the session that the records are put into. */
  id: string;
  cwd: string;
  /** Its transcript. */
  text: string;
}

/** `development` to tune rules on, `held-out` only to be measured. */
export function labelledPrompts(set: 'development' | 'held-out'): LabelledPrompt[] {
  const lines = readFileSync(join(ROOT, `tests/fixtures/prompts/${set}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line, index) => {
    const given = Line.parse(JSON.parse(line));
    return { ...given, ...transcriptOf(given, `prompt ${set} ${index}`, index) };
  });
}

/**
 * A session that has these records only, or after a prompt of its own and before an answer. No two begin in the same minute: what
 * is said twice at one time is taken for a copy.
 */
function transcriptOf({ alone, records }: z.infer<typeof Line>, name: string, minute: number) {
  const [id, cwd] = [sessionIdOf(name), '/home/eli/shop'];
  const frame = { sessionId: id, cwd, branch: 'main', model: 'claude-opus-5-5' };
  const writer = new TranscriptWriter(name, Date.parse('2026-05-04T08:00:00Z') + minute * 60_000, {
    ...frame,
    entrypoint: 'cli',
  });
  const answer = (text: unknown) => {
    const content = { type: 'text', text };
    writer.pass(20);
    writer.answer([{ content, time: writer.time, uuid: writer.uuid() }], 'end_turn');
  };
  if (!alone) {
    writer.say('user', { message: { role: 'user', content: 'Set up the project first' } });
    answer('It is set up.');
  }
  for (const record of records) {
    writer.pass(15);
    writeRecord(writer, record, answer);
  }
  if (!alone) answer('Noted.');
  return { id, cwd, text: toText(writer.records) };
}

function writeRecord(writer: TranscriptWriter, record: TranscriptRecord, answer: (text: unknown) => void): void {
  const { type, ...fields } = record;
  if (type === 'assistant') answer(fields.text);
  else if (type === 'queue-operation') writer.note(type, { ...fields, timestamp: writer.stamp() });
  else {
    writer.say(type, fields);
    // The client that wrote a record may be another one than the session's.
    Object.assign(writer.records.at(-1) ?? {}, fields);
  }
}
