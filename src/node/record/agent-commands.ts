import { basename } from 'node:path';
import { setSummary } from '#src/chronicle/edit.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { TAG_BOUNDARIES, TAGS } from '#src/chronicle/tags.ts';
import { replaceFile } from '#src/lib/files.ts';
import { lookupOf } from '#src/memory/lookup.ts';
import { memoryPlace } from '#src/project/paths.ts';
import { missRemark } from '#src/record/miss-remark.ts';
import { ownMisses } from '#src/record/own-misses.ts';
import { readEventText, readSummaryText, readTag } from '#src/record/written-text.ts';
import { asBytes } from '../disk/latin1.ts';
import { readLookup } from '../memory/lookup-file.ts';
import type { Outcome } from '../outcome.ts';
import { placeOf } from '../session/find.ts';
import { projectOfChronicle, rulesIn } from '../session/where.ts';
import { readStdin } from '../stdin.ts';
import { layoutIn, type World } from '../world.ts';
import { agentArguments, type Read, refuse, STDIN_PATIENCE, unlessExcluded } from './agent-arguments.ts';
import { chronicleToWrite, type Logged, logEvent } from './log.ts';

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
