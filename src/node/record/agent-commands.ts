import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { setSummary } from '#src/chronicle/edit.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { TAG_WORDS, TAGS } from '#src/chronicle/tags.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { memoryPlace } from '#src/project/paths.ts';
import { missRemark } from '#src/record/miss-remark.ts';
import { ownMisses } from '#src/record/own-misses.ts';
import { readEventText, readSummaryText, readTag } from '#src/record/written-text.ts';
import { printable } from '#src/text/printable.ts';
import { readLookup } from '../memory/lookup-file.ts';
import type { Outcome } from '../outcome.ts';
import { placeOf } from '../session/find.ts';
import { readStdin } from '../stdin.ts';
import { replaceFile } from '../store/replace-file.ts';
import { layoutIn, type World } from '../world.ts';
import { chronicleToWrite, type Logged, logEvent } from './log.ts';

/** A heredoc ends at once; a command that is left open is a mistake to be told soon (ms). */
const PATIENCE = 5000;

const LOG_HELP = `Usage: chronicle log TAG [--session ID] <<'EOF'
what happened, in one line
why, if it is not obvious
EOF

Writes an event into the session's chronicle and prints its id. The text is taken as it is.
The session is --session, else the one the command runs in. chronicle tags lists the tags.
`;

const SUMMARY_HELP = `Usage: chronicle summary [--session ID] <<'EOF'
one paragraph: what was done, and why it came out as it did
EOF

Sets the summary of the session's chronicle. It replaces an earlier summary; events and a
narrative stay. Headings of the first and second level are refused.
`;

/** Reads all of stdin, as `readStdin` does. */
type Read = (patience: number) => Promise<string>;

/** `chronicle log TAG`, text on stdin. */
export async function log(world: World, args: string[], read: Read = readStdin): Promise<Outcome> {
  const asked = parse(args);
  if ('refusal' in asked) return refuse(asked.refusal);
  if (asked.help) return { stdout: LOG_HELP };
  const [word, ...extra] = asked.positionals;
  const tag = readTag(word);
  if ('refusal' in tag) return refuse(tag.refusal);
  if (extra.length > 0)
    return refuse(
      "The text comes on stdin, not as arguments: the shell would change it. Use chronicle log TAG <<'EOF' … EOF.",
    );
  const event = readEventText(await read(PATIENCE));
  if ('refusal' in event) return refuse(event.refusal);
  return unlessExcluded(() => {
    const logged = logEvent(world, asked.session, tag.tag, event);
    const remark = tag.tag === 'MEMORY-MISS' ? remarkOnMiss(world, logged) : '';
    return `${logged.id} logged in ${basename(logged.path)}\n${remark}`;
  });
}

/** `chronicle summary`, text on stdin. */
export async function summary(world: World, args: string[], read: Read = readStdin): Promise<Outcome> {
  const asked = parse(args);
  if ('refusal' in asked) return refuse(asked.refusal);
  if (asked.help) return { stdout: SUMMARY_HELP };
  if (asked.positionals.length > 0)
    return refuse("The text comes on stdin, not as arguments. Use chronicle summary <<'EOF' … EOF.");
  const text = readSummaryText(await read(PATIENCE));
  if ('refusal' in text) return refuse(text.refusal);
  return unlessExcluded(() => `Summary set in ${summarize(world, asked.session, text.text)}\n`);
}

/** `chronicle tags`: takes nothing, so whatever is asked of it is answered by the list. */
export async function tags(): Promise<Outcome> {
  return { stdout: tagList() };
}

/** That the owner wants nothing recorded is no failure: an agent that met one would try again, or look for a way round. */
function unlessExcluded(work: () => string): Outcome {
  try {
    return { stdout: work() };
  } catch (error) {
    if (!(error instanceof ChronicleError && error.code === 'CHRONICLE_EXCLUDED')) throw error;
    return { stdout: `${printable(error.message)}\n` };
  }
}

interface Asked {
  positionals: string[];
  session: string | undefined;
  help: boolean;
}

function parse(args: string[]): Asked | { refusal: string } {
  // The usual form has no options, and Node's parser takes long to load.
  if (!args.some((word) => word.startsWith('-'))) return { positionals: args, session: undefined, help: false };
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { session: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    return { positionals, session: values.session, help: values.help ?? false };
  } catch (error) {
    return { refusal: `${error instanceof Error ? error.message.split('. ', 1)[0] : 'The arguments cannot be read'}.` };
  }
}

function refuse(sentence: string): Outcome {
  return { stderr: `${sentence} Nothing was written.`, exitCode: 2 };
}

/** Writes the agent's summary of the session, keeping a narrative and its events; returns the file's name. */
function summarize(world: World, session: string | undefined, text: string): string {
  const path = chronicleToWrite(world, layoutIn(world), session);
  const latin1 = Buffer.from(text).toString('latin1');
  replaceFile(path, PATIENCE, (current) => setSummary(current, latin1, hasNarrative(current)));
  return basename(path);
}

function hasNarrative(text: string): boolean {
  return readUnchecked(text)?.summary.kind === 'retro';
}

/** Which miss a miss is that was just logged, as a line; empty if it is the first that is known. */
function remarkOnMiss(world: World, { id, path, text }: Logged): string {
  const layout = layoutIn(world);
  const own = ownMisses(text);
  const lookup = readLookup(layout, memoryPlace(layout, placeOf(path).projectDirectory));
  const remark = own && missRemark(lookup, own, id, world.now());
  return remark ? `${remark}\n` : '';
}

/** The tags with their boundaries, one a line, as `chronicle tags` prints them. */
function tagList(): string {
  const width = Math.max(...TAGS.map((tag) => tag.length));
  return `${TAGS.map((tag) => `${tag.padEnd(width)}  ${TAG_WORDS[tag].boundary}`).join('\n')}\n`;
}
