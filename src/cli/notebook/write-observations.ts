/** `chronicle observations --format observations`: prints the book without secrets; `--write` keeps a file for the team. */
import type { Session } from '#src/chronicle/session.ts';
import { readConfig } from '#src/node/config.ts';
import { sha256Of } from '#src/node/disk/digest.ts';
import { asText } from '#src/node/disk/latin1.ts';
import { readRegularFile } from '#src/node/disk/read-file.ts';
import type { Checkout } from '#src/node/git/checkout.ts';
import { keepsObservations, OBSERVATIONS_FILE } from '#src/node/notebook/observations-files.ts';
import { hashInBlog, placeFiles } from '#src/node/posts/export/place-files.ts';
import { findingHash } from '#src/node/redaction/decide.ts';
import { availableDetectors } from '#src/node/redaction/detectors.ts';
import { readRedactFile } from '#src/node/redaction/redact-file.ts';
import { unifiedDiff } from '#src/node/unified-diff.ts';
import { layoutIn } from '#src/node/world.ts';
import type { BookObservation } from '#src/notebook/book.ts';
import { observationsForm } from '#src/notebook/observations-form.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { type Scanner, scan, withoutSecrets } from '#src/redaction/scan.ts';
import { printable } from '#src/text/printable.ts';
import { agrees } from '../forget/agrees.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';

/** How every file of ours begins. `chronicle observe` skips the line. */
const OWN_LINE = '<!-- Written by `chronicle observations --write`, which replaces the whole file. -->';
/** A larger file helps nobody, and scanning it takes minutes (UTF-16 units). */
const LARGEST = 1024 * 1024;
/** How many observations with a secret are named. */
const MOST_NAMED = 10;

/**
 * Writes these observations, oldest first, into the checkout's file; shows the difference and asks. Refuses
 * (CHRONICLE_WRONG_USE) a project for which the owner did not ask, a file that is not ours, and a text that is too long.
 * Returns 1 if an observation contains a secret, and 2 without a yes.
 */
export async function writeObservations(
  io: Io,
  { top, mainTop }: Pick<Checkout, 'top' | 'mainTop'>,
  {
    entries,
    sessions,
    isAgreed,
  }: { entries: readonly BookObservation[]; sessions: readonly Session[]; isAgreed: boolean },
): Promise<number> {
  const { world } = io;
  const layout = layoutIn(world);
  if (!keepsObservations({ top, mainTop }, readConfig(layout).config, world.home))
    throw wrongUse(
      `This project keeps no ${OBSERVATIONS_FILE}. To have one, add "observationsFile": [${JSON.stringify(mainTop)}] to ${layout.settings}.`,
    );
  const path = `${top}/${OBSERVATIONS_FILE}`;
  const replaces = hashInBlog(top, OBSERVATIONS_FILE);
  const before = replaces ? asText(readRegularFile(path).text) : null;
  if (replaces === undefined || (before !== null && !before.startsWith(OWN_LINE)))
    throw wrongUse(`${path} was not written by chronicle. Move it away; chronicle observe reads it within a session.`);
  // What a session that nobody attended observed stays on this machine.
  const attended = entries.filter((entry) => entry.attended);
  const after = printable(`${[OWN_LINE, observationsForm(attended, null)].join('\n\n').trimEnd()}\n`);
  if (after.length > LARGEST)
    throw wrongUse('The file would be larger than 1 MiB. Narrow it with --priority or --since.');
  const scanner = await scannerOf(io, sessions);
  const secrets = await secretsOf(attended, null, scanner);
  if (secrets.length > 0) {
    nameSecrets(io, secrets);
    say(
      io,
      'Nothing was written. Retire these observations (supersede), or forget the values with chronicle forget -.',
    );
    return 1;
  }
  const diff = unifiedDiff(OBSERVATIONS_FILE, before, after);
  if (diff === '') {
    say(io, `${path} is up to date.`);
    return 0;
  }
  printResult(io, await withoutSecrets(diff, scanner));
  if (!isAgreed && !(await agrees(io, `Write ${path}?`))) return 2;
  const unchanged = before === null ? null : sha256Of(Buffer.from(before));
  placeFiles(top, [{ path: OBSERVATIONS_FILE, bytes: Buffer.from(after), replaces: unchanged }]);
  say(io, `Written: ${path}. Commit it if you like.`);
  return 0;
}

/**
 * Prints these observations, oldest first, and the handoff. Secrets and paths below the home directory are replaced, and
 * stderr names the observations that contain them. Refuses (CHRONICLE_WRONG_USE) a text that is too long.
 */
export async function printObservations(
  io: Io,
  {
    entries,
    handoff,
    sessions,
  }: { entries: readonly BookObservation[]; handoff: Handoff; sessions: readonly Session[] },
): Promise<void> {
  const form = observationsForm(entries, handoff);
  if (form.length > LARGEST)
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      'The text would be larger than 1 MiB. Narrow it with --priority or --since. Nothing was printed.',
    );
  const scanner = await scannerOf(io, sessions);
  printResult(io, await withoutSecrets(form, scanner));
  const secrets = await secretsOf(entries, handoff, scanner);
  if (secrets.length === 0) return;
  nameSecrets(io, secrets);
  say(io, 'It is replaced in what was printed. The notebooks still contain it: chronicle forget - deletes it.');
}

type Handoff = Parameters<typeof observationsForm>[1];

async function scannerOf({ world }: Io, sessions: readonly Session[]): Promise<Scanner> {
  const list = readRedactFile(layoutIn(world));
  return { detectors: await availableDetectors({ ...world, list, sessions }), hash: findingHash };
}

function nameSecrets(io: Io, sentences: readonly string[]): void {
  const rest = sentences.length - MOST_NAMED;
  for (const sentence of sentences.slice(0, MOST_NAMED)) say(io, sentence);
  if (rest > 0) say(io, `${rest} more.`);
}

/** A sentence for each secret and home path, which names the observation and the kind, never the value. */
async function secretsOf(entries: readonly BookObservation[], handoff: Handoff, scanner: Scanner): Promise<string[]> {
  const fragments = entries.map((entry) => ({
    text: observationsForm([entry], null),
    place: entry.observation.id,
    event: null,
  }));
  if (handoff) fragments.push({ text: observationsForm([], handoff), place: 'The handoff', event: null });
  const found = await scan(fragments, { ...scanner, decisions: { salt: '', byHash: {} } });
  return found
    .filter((finding) => finding.class === 'must')
    .flatMap(({ kind, places }) => places.map(({ place }) => `${place} contains something private: ${kind}.`));
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', `${sentence} Nothing was written.`);
}
