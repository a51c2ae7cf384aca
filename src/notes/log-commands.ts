/**
 * The agent's commands for its session's chronicle: `chronicle log`, `summary` and `tags`.
 *
 *     chronicle log ERROR < text
 */
import { basename } from 'node:path';
import { insertEvent, lastClock, setSummary } from '#src/format/edit.ts';
import { eventId, repeatedId } from '#src/format/event-id.ts';
import { timePrefix } from '#src/format/event-time.ts';
import { readUnchecked } from '#src/format/read.ts';
import { formatEvent } from '#src/format/serialize.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { TAG_BOUNDARIES, TAGS, type Tag } from '#src/format/tags.ts';
import { replaceFile } from '#src/lib/files.ts';
import { lookupOf } from '#src/memory/lookup.ts';
import { frontMatterOf } from '#src/format/front-matter-of.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { readLookup } from '#src/memory/lookup-file.ts';
import type { Outcome } from '#src/lib/outcome.ts';
import { beginChronicle, startOf, transcriptOf } from '#src/record/begin-chronicle.ts';
import { currentChronicle } from '#src/record/current.ts';
import { requireRecorded } from '#src/record/exclusion.ts';
import { findAnywhere, placeOf } from '#src/record/find.ts';
import { indexedPath } from '#src/record/index-entry.ts';
import { readState } from '#src/record/live-state.ts';
import { projectOfChronicle, rulesIn } from '#src/record/where.ts';
import { wholeSessionId } from '#src/record/whole-id.ts';
import { readStdin } from '#src/lib/stdin.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { type Layout, memoryPlace } from '#src/lib/paths.ts';
import { sessionZone } from '#src/lib/local-time.ts';
import { missRemark } from '#src/memory/miss-remark.ts';
import { ownMisses } from '#src/memory/own-misses.ts';
import { readEventText, readSummaryText, readTag, type WrittenEvent } from '#src/notes/written-text.ts';
import { agentArguments, type Read, refuse, STDIN_PATIENCE, unlessExcluded } from './agent-arguments.ts';

/** How long to wait for other processes that write the chronicle (ms). The agent waits for the command. */
const PATIENCE = 10_000;

const LOG_HELP = `Usage: chronicle log TAG [--session ID] <<'EOF'
what happened, in one line
why, if it is not obvious
EOF

Adds an event to the session's chronicle and prints its id. The text is stored unchanged.
Without --session, the event goes to the session the command runs in. chronicle tags explains the tags.
`;

const SUMMARY_HELP = `Usage: chronicle summary [--session ID] <<'EOF'
one paragraph: what was done and why
EOF

Sets the summary of the session's chronicle and replaces an earlier one. Events and the
narrative are kept. Level 1 and 2 headings are not allowed.
`;

/** `chronicle log TAG`, text on stdin. */
export async function log(world: World, args: string[], read: Read = readStdin): Promise<Outcome> {
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
    const logged = logEvent(world, parsed.session, tag.tag, event);
    const remark = tag.tag === 'MEMORY-MISS' ? remarkOnMiss(world, logged) : '';
    return `${logged.id} logged in ${basename(logged.path)}\n${remark}`;
  });
}

/** `chronicle summary`, text on stdin. */
export async function summary(world: World, args: string[], read: Read = readStdin): Promise<Outcome> {
  const parsed = agentArguments(args);
  if ('refusal' in parsed) return refuse(parsed.refusal);
  if (parsed.help) return { stdout: SUMMARY_HELP };
  if (parsed.positionals.length > 0)
    return refuse("Pass the text on stdin, not as arguments. Use chronicle summary <<'EOF' … EOF.");
  const text = readSummaryText(await read(STDIN_PATIENCE));
  if ('refusal' in text) return refuse(text.refusal);
  return unlessExcluded(() => `Summary set in ${summarize(world, parsed.session, text.text)}\n`);
}

/** `chronicle tags`. Arguments are ignored. */
export async function tags(): Promise<Outcome> {
  return { stdout: tagList() };
}

/** Writes the agent's summary into the chronicle and returns the file's name. */
function summarize(world: World, session: string | undefined, text: string): string {
  const path = chronicleToWrite(world, layoutIn(world), session);
  const latin1 = asBytes(text);
  replaceFile(path, PATIENCE, (current) => setSummary(current, latin1, hasNarrative(current)));
  return basename(path);
}

function hasNarrative(text: string): boolean {
  return readUnchecked(text)?.summary.kind === 'retro';
}

/** A line about how often the mistake just logged was made before; empty for the first time. */
function remarkOnMiss(world: World, { id, path, text }: Logged): string {
  const layout = layoutIn(world);
  const own = ownMisses(text);
  const { root } = projectOfChronicle(path, rulesIn(world));
  const lookup = lookupOf(readLookup(layout, memoryPlace(layout, placeOf(path).projectDirectory)), root);
  const remark = own && missRemark(lookup, own, { id, root, now: world.now() });
  return remark ? `${remark}\n` : '';
}

/** The output of `chronicle tags`: one tag per line, with when to use it. */
function tagList(): string {
  const width = Math.max(...TAGS.map((tag) => tag.length));
  return `${TAGS.map((tag) => `${tag.padEnd(width)}  ${TAG_BOUNDARIES[tag]}`).join('\n')}\n`;
}

const SEARCH_PATIENCE = 5000;

/** A logged event and its chronicle. */
export interface Logged {
  id: string;
  /** The chronicle's path. */
  path: string;
  /** The chronicle's text, with the event. */
  text: string;
}

/** Writes an event into the session's chronicle. */
export function logEvent(world: World, session: string | undefined, tag: Tag, event: WrittenEvent): Logged {
  const named = session === undefined ? undefined : wholeSessionId(layoutIn(world), session);
  const path = chronicleToWrite(world, layoutIn(world), named);
  const zone = sessionZone(frontMatterOf(path)?.get('utc_offset'));
  const text = replaceFile(path, PATIENCE, (current) => {
    // The time prefix depends on the events in the file, and another may have been added since this command began.
    const prefix = timePrefix(lastClock(current), zone.timeOf(world.now().getTime()));
    return insertEvent(current, formatEvent({ tag, ...event, prefix }).map(asBytes));
  });
  const written = asText(text);
  return { id: lastId(written, tag, event.text), path, text: written };
}

/**
 * Of several events with the same text, ours is the last. Counts equal texts instead of hashing every event, which would
 * take longer than the rest of the command.
 */
function lastId(text: string, tag: Tag, firstLine: string): string {
  const plain = (line: string) => line.normalize('NFC').trim();
  const events = readUnchecked(text)?.events ?? [];
  const same = events.filter((event) => event.tag === tag && plain(event.text) === plain(firstLine));
  return repeatedId(eventId(tag, firstLine), Math.max(same.length, 1));
}

/**
 * The chronicle that a command writes to, found by `currentChronicle`; `named` may be the beginning of an id. Begins that of
 * the own session if no hook was told of its start. Throws
 * CHRONICLE_EXCLUDED if the session runs in an excluded directory, even if it was recorded before.
 */
export function chronicleToWrite(world: World, layout: Layout, named: string | undefined): string {
  const own = world.env.CLAUDE_CODE_SESSION_ID;
  const whole = named === undefined ? undefined : wholeSessionId(layout, named);
  const sessionId = whole ?? own ?? '';
  const startedIn = readState(layout, sessionId)?.directory;
  // A session may have no chronicle because its directory is excluded.
  const isUnknown = sessionId === own && indexedPath(layout, sessionId) === null;
  const directory = startedIn ?? (isUnknown ? world.cwd : undefined);
  if (directory !== undefined) requireRecorded(world, layout, directory);
  if (isUnknown && own) {
    const begun = beginOwn(world, layout, own);
    if (begun !== null) return begun;
  }
  return currentChronicle(world, layout, whole);
}

/** Begins the chronicle of the own session, if no hook was told of its start; null if it has one or must have none. */
function beginOwn(world: World, layout: Layout, sessionId: string): string | null {
  const transcript = isSessionId(sessionId) ? transcriptOf(layout, sessionId) : null;
  if (transcript === null || findAnywhere(layout, sessionId, SEARCH_PATIENCE) !== null) return null;
  // The agent may have gone to another directory since it was started.
  const checkout = checkoutOf(startOf(transcript) ?? world.cwd);
  requireRecorded(world, layout, checkout.start);
  return beginChronicle(world, layout, { sessionId, checkout, transcript });
}
