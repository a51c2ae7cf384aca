/**
 * The agent's commands for its session's chronicle: `chronicle log`, `summary` and `tags`. What they get is checked, the
 * session's chronicle is found or begun, and the file is edited under its lock.
 *
 *     chronicle log ERROR < text
 */
import { basename } from 'node:path';
import { insertEvent, lastClock, setSummary } from '#src/format/edit.ts';
import { eventId, repeatedId } from '#src/format/event-id.ts';
import { timePrefix } from '#src/format/event.ts';
import { formatEvent } from '../src/format/serialize.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { readUnchecked } from '#src/format/read.ts';
import { TAG_BOUNDARIES, TAGS, type Tag } from '#src/format/tags.ts';
import { replaceFile } from '#src/lib/files.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { sessionZone } from '#src/lib/local-time.ts';
import { type Outcome, readStdin } from '#src/lib/streams.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import { filled } from '#src/lib/words.ts';
import { missRemark } from '#src/memory/lookup.ts';
import { agentArguments, type Read, refuse, STDIN_PATIENCE, unlessExcluded } from '#src/notes/agent-arguments.ts';
import { readEventText, readSummaryText, readTag, type WrittenEvent } from '#src/notes/written-text.ts';
import { chronicleToWrite } from '#src/record/begin-chronicle.ts';
import { memoryPlace } from '#src/lib/paths.ts';
import { placeOf } from '#src/record/find.ts';

/** How long to wait for other processes that write the chronicle (ms). The agent waits for the command. */
const PATIENCE = 10_000;

const LOG_HELP = `Usage: chronicle log TAG [--session ID] <<'EOF'
what happened, in one line
why, if it is not obvious
EOF

Adds an event to the session's chronicle and prints its id. The text is stored
unchanged. Without --session, the event goes to the session the command runs in.
chronicle tags explains the tags.
`;

const SUMMARY_HELP = `Usage: chronicle summary [--session ID] <<'EOF'
one paragraph: what was done and why
EOF

Sets the summary of the session's chronicle and replaces an earlier one. Events
and the narrative are kept. Level 1 and 2 headings are not allowed.
`;

/** `chronicle log TAG`, text on stdin. */
export async function log(env: Env, args: string[], read: Read = readStdin): Promise<Outcome> {
  const parsed = agentArguments(args);
  if ('refusal' in parsed) return refuse(parsed.refusal);
  if (parsed.help) return { stdout: LOG_HELP };
  const [word, ...extra] = parsed.positionals;
  const tag = readTag(word);
  if ('refusal' in tag) return refuse(tag.refusal);
  if (extra.length > 0)
    return refuse(
      "Pass the text on stdin, not as arguments, which the shell may change. Use chronicle log TAG <<'EOF' … EOF.",
    );
  const event = readEventText(await read(STDIN_PATIENCE));
  if ('refusal' in event) return refuse(event.refusal);
  return unlessExcluded(() => {
    const path = chronicleToWrite(env, pathsIn(env), parsed.session);
    const { id, text } = logEvent(env, path, tag.tag, event);
    const remark = tag.tag === 'MEMORY-MISS' ? remarkOnMiss(env, { id, path, text }) : '';
    return `${id} logged in ${basename(path)}\n${remark}`;
  });
}

/** Writes an event into a chronicle. Returns its id and the chronicle's new text. */
function logEvent(env: Env, path: string, tag: Tag, event: WrittenEvent): { id: string; text: string } {
  const zone = sessionZone(frontMatterOf(path)?.get('utc_offset'));
  const text = replaceFile(path, PATIENCE, (current) => {
    // The time prefix depends on the events in the file, and another may have been added since this command began.
    const prefix = timePrefix(lastClock(current), zone.timeOf(env.now().getTime()));
    return insertEvent(current, formatEvent({ tag, ...event, prefix }).map(asBytes));
  });
  const written = asText(text);
  // Of several events with the same text, ours is the last. Counting them is much faster than hashing every event.
  const plain = (line: string) => line.normalize('NFC').trim();
  const events = readUnchecked(written)?.events ?? [];
  const same = events.filter((each) => each.tag === tag && plain(each.text) === plain(event.text));
  return { id: repeatedId(eventId(tag, event.text), Math.max(same.length, 1)), text: written };
}

/** A line about how often the memory that a miss names was missed before; empty for the first time. */
function remarkOnMiss(env: Env, { id, path, text }: { id: string; path: string; text: string }): string {
  const frontMatter = frontMatterOf(path);
  // Those of a session that nobody attended do not count.
  if (frontMatter === null || frontMatter.get('attended') === 'no') return '';
  const paths = pathsIn(env);
  const session = { id: frontMatter.get('session_id') ?? '', chronicle: text };
  const remark = missRemark(paths, memoryPlace(paths, placeOf(path).projectDirectory), session, id);
  return remark ? `${remark}\n` : '';
}

/** `chronicle summary`, text on stdin. */
export async function summary(env: Env, args: string[], read: Read = readStdin): Promise<Outcome> {
  const parsed = agentArguments(args);
  if ('refusal' in parsed) return refuse(parsed.refusal);
  if (parsed.help) return { stdout: SUMMARY_HELP };
  if (parsed.positionals.length > 0)
    return refuse("Pass the text on stdin, not as arguments. Use chronicle summary <<'EOF' … EOF.");
  const text = readSummaryText(await read(STDIN_PATIENCE));
  if ('refusal' in text) return refuse(text.refusal);
  return unlessExcluded(() => {
    const path = chronicleToWrite(env, pathsIn(env), parsed.session);
    const hasNarrative = (current: string) => readUnchecked(current)?.summary.kind === 'retro';
    replaceFile(path, PATIENCE, (current) => setSummary(current, asBytes(text.text), hasNarrative(current)));
    return `Summary set in ${basename(path)}\n`;
  });
}

/** `chronicle tags`: one tag per line, with when to use it. Arguments are ignored. */
export async function tags(): Promise<Outcome> {
  const width = Math.max(...TAGS.map((tag) => tag.length));
  return {
    stdout: `${TAGS.map((tag) => `${tag.padEnd(width)}  ${filled(TAG_BOUNDARIES[tag], width + 2)}`).join('\n')}\n`,
  };
}
