/* Found events of a session's facts with the evidence they name, read without the product's own parser. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { isTag, type Tag } from '#src/format/tags.ts';
import type { ChronicleFile } from './chronicles.ts';

const FoundEvent = z.looseObject({
  tag: z.custom<Tag>((value) => typeof value === 'string' && isTag(value)),
  text: z.string(),
  /** The transcript's record, its file and its line there, from 1. */
  record: z.string(),
  /** Its source, such as `commit a1b2c3d`. */
  from: z.string(),
  file: z.string(),
  line: z.number(),
});
const FoundLine = z.looseObject({ found: z.array(FoundEvent) });

type FoundEvent = z.infer<typeof FoundEvent>;

/** The text of the facts beside a chronicle; empty without any. */
function factsText({ path }: Pick<ChronicleFile, 'path'>): string {
  const facts = join(dirname(path), 'facts', basename(path).replace(/\.md$/, '.json'));
  return existsSync(facts) ? readFileSync(facts, 'utf8') : '';
}

/** All found events of a session, those that are not shown too; none without a chronicle. */
export function foundEvents(chronicle: ChronicleFile | undefined): FoundEvent[] {
  const facts = chronicle ? factsText(chronicle) : '';
  return facts === '' ? [] : FoundLine.parse(JSON.parse(facts)).found;
}

/** What the event of a session must be: its tag, and a part of its text. */
export interface ExpectedEvent {
  tag: Tag;
  text: string;
}

/** The events of one session: what had to be found, what was found. */
interface Judged {
  name: string;
  expected: readonly ExpectedEvent[];
  found: readonly FoundEvent[];
}

/** Sentences about every event that is missing and every one too many; empty if all is as expected. */
export function differences(sessions: readonly Judged[]): string[] {
  return sessions.flatMap(({ name, expected, found }) => {
    // Each found event stands for one expected event at most.
    const free = new Set(found);
    const missed = expected.filter((wanted) => {
      const match = [...free].find(({ tag, text }) => tag === wanted.tag && text.includes(wanted.text));
      return match === undefined || !free.delete(match);
    });
    return [
      ...missed.map(({ tag, text }) => `${name}: no [${tag}] … ${text} …`),
      ...[...free].map(({ tag, text }) => `${name}: unexpected [${tag}] ${text}`),
    ];
  });
}
