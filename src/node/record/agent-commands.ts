import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { setSummary } from '#src/chronicle/edit.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { TAG_BOUNDARIES, TAGS } from '#src/chronicle/tags.ts';
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

/** A heredoc arrives at once, so a stdin that stays open is a mistake to report soon (ms). */
const PATIENCE = 5000;

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

/** Reads all of stdin, as `readStdin` does. */
type Read = (patience: number) => Promise<string>;

/** `chronicle log TAG`, text on stdin. */
export async function log(world: World, args: string[], read: Read = readStdin): Promise<Outcome> {
  const parsed = parse(args);
  if ('refusal' in parsed) return refuse(parsed.refusal);
  if (parsed.help) return { stdout: LOG_HELP };
  const [word, ...extra] = parsed.positionals;
  const tag = readTag(word);
  if ('refusal' in tag) return refuse(tag.refusal);
  if (extra.length > 0)
    return refuse(
      "Pass the text on stdin, not as arguments, which the shell may change. Use chronicle log TAG <<'EOF' … EOF.",
    );
  const event = readEventText(await read(PATIENCE));
  if ('refusal' in event) return refuse(event.refusal);
  return unlessExcluded(() => {
    const logged = logEvent(world, parsed.session, tag.tag, event);
    const remark = tag.tag === 'MEMORY-MISS' ? remarkOnMiss(world, logged) : '';
    return `${logged.id} logged in ${basename(logged.path)}\n${remark}`;
  });
}

/** `chronicle summary`, text on stdin. */
export async function summary(world: World, args: string[], read: Read = readStdin): Promise<Outcome> {
  const parsed = parse(args);
  if ('refusal' in parsed) return refuse(parsed.refusal);
  if (parsed.help) return { stdout: SUMMARY_HELP };
  if (parsed.positionals.length > 0)
    return refuse("Pass the text on stdin, not as arguments. Use chronicle summary <<'EOF' … EOF.");
  const text = readSummaryText(await read(PATIENCE));
  if ('refusal' in text) return refuse(text.refusal);
  return unlessExcluded(() => `Summary set in ${summarize(world, parsed.session, text.text)}\n`);
}

/** `chronicle tags`. Arguments are ignored. */
export async function tags(): Promise<Outcome> {
  return { stdout: tagList() };
}

/** An excluded directory is not reported as a failure: after one, an agent would retry or look for a workaround. */
function unlessExcluded(work: () => string): Outcome {
  try {
    return { stdout: work() };
  } catch (error) {
    if (!(error instanceof ChronicleError && error.code === 'CHRONICLE_EXCLUDED')) throw error;
    return { stdout: `${printable(error.message)}\n` };
  }
}

interface Arguments {
  positionals: string[];
  session: string | undefined;
  help: boolean;
}

function parse(args: string[]): Arguments | { refusal: string } {
  // Options are rare, and Node's parser takes long to load.
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

/** Writes the agent's summary into the chronicle and returns the file's name. */
function summarize(world: World, session: string | undefined, text: string): string {
  const path = chronicleToWrite(world, layoutIn(world), session);
  const latin1 = Buffer.from(text).toString('latin1');
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
  const lookup = readLookup(layout, memoryPlace(layout, placeOf(path).projectDirectory));
  const remark = own && missRemark(lookup, own, id, world.now());
  return remark ? `${remark}\n` : '';
}

/** The output of `chronicle tags`: one tag per line, with when to use it. */
function tagList(): string {
  const width = Math.max(...TAGS.map((tag) => tag.length));
  return `${TAGS.map((tag) => `${tag.padEnd(width)}  ${TAG_BOUNDARIES[tag]}`).join('\n')}\n`;
}
