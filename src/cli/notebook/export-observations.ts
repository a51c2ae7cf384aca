/** `chronicle export --to observations`: a file in the repository with what its team should know. */
import type { Session } from '#src/format/session.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { asText } from '#src/lib/latin1.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { hashInBlog, placeFiles } from '#src/posts/blog.ts';
import { findingHash } from '#src/redaction/decisions.ts';
import { availableDetectors } from '#src/redaction/detectors.ts';
import { readRedactFile } from '#src/redaction/redact-file.ts';
import { scan, type Scanner, withoutSecrets } from '#src/redaction/scan.ts';
import { projectHere, sessionCheckout } from '#src/record/where.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { pathsIn } from '#src/lib/env.ts';
import { allObservations, holding, type PlacedObservation } from '#src/notes/superseded.ts';
import { observationLines } from '#src/format/notebook/observation.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { OBSERVATIONS_FILE } from '#src/lib/paths.ts';
import { printable } from '#src/lib/text/plain.ts';
import { ownSnapshot } from '../own-archive.ts';
import { agrees } from '../terminal/ask.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';

/** How every file of ours begins. `chronicle observe` skips the line. */
const OWN_LINE = '<!-- Written by `chronicle export --to observations`, which replaces the whole file. -->';
/** A larger file helps nobody, and scanning it takes minutes (UTF-16 units). */
const LARGEST = 1024 * 1024;
/** How many observations with a secret are named. */
const MOST_NAMED = 10;

/**
 * Writes the committed observations of the project here into `.claude/observations.md` of the checkout, after it showed the
 * difference and a person agreed. A dry run only prints the file. Refuses (CHRONICLE_WRONG_USE) a file that is not ours, and a
 * text that is too long. Returns 1 if an observation contains a secret, and 2 without a yes.
 */
export async function exportObservations(
  io: Io,
  { isDryRun, isAgreed }: { isDryRun: boolean; isAgreed: boolean },
): Promise<number> {
  const { top } = sessionCheckout(io.env, io.env.cwd);
  const { sessions } = ownSnapshot(io);
  const path = `${top}/${OBSERVATIONS_FILE}`;
  const replaces = hashInBlog(top, OBSERVATIONS_FILE);
  const before = replaces ? asText(readRegularFile(path).text) : null;
  if (replaces === undefined || (before !== null && !before.startsWith(OWN_LINE)))
    throw wrongUse(`${path} was not written by chronicle. Move it away; chronicle observe reads it within a session.`);
  const entries = committedObservations(io, sessions);
  if (entries.length === 0 && before === null) {
    say(io, 'This project has no observations of the scope committed. Nothing was written.');
    return 0;
  }
  const after = printable(`${[OWN_LINE, fileText(entries)].join('\n\n').trimEnd()}\n`);
  if (after.length > LARGEST)
    throw wrongUse('The file would be larger than 1 MiB. Retire observations: write `Supersedes: itself` below them.');
  const scanner = await scannerOf(io, sessions);
  const secrets = await secretsOf(entries, scanner);
  if (secrets.length > 0) {
    nameSecrets(io, secrets);
    say(
      io,
      'Nothing was written. Retire these observations (a line Supersedes: itself in their notebook), or forget the values with chronicle forget -.',
    );
    return 1;
  }
  if (isDryRun) {
    printResult(io, after.trimEnd());
    return 0;
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

/** The committed observations of the project here that nothing supersedes, oldest first. What nobody attended stays here. */
function committedObservations(io: Io, sessions: readonly Session[]): PlacedObservation[] {
  const { root } = projectHere(io.env);
  const own = sessions.filter(({ project }) => project.root === root);
  return holding(allObservations(own)).filter(
    ({ attended, observation }) => attended && observation.scope === 'committed',
  );
}

async function scannerOf({ env }: Io, sessions: readonly Session[]): Promise<Scanner> {
  const list = readRedactFile(pathsIn(env));
  return { detectors: await availableDetectors({ ...env, list, sessions }), hash: findingHash };
}

function nameSecrets(io: Io, sentences: readonly string[]): void {
  const rest = sentences.length - MOST_NAMED;
  for (const sentence of sentences.slice(0, MOST_NAMED)) say(io, sentence);
  if (rest > 0) say(io, `${rest} more.`);
}

/** A sentence for each secret and home path, which names the observation and the kind, never the value. */
async function secretsOf(entries: readonly PlacedObservation[], scanner: Scanner): Promise<string[]> {
  const fragments = entries.map((entry) => ({
    text: fileText([entry]),
    place: entry.observation.id,
    event: null,
  }));
  const found = await scan(fragments, { ...scanner, decisions: { salt: '', byHash: {} } });
  return found
    .filter((finding) => finding.class === 'must')
    .flatMap(({ kind, places }) => places.map(({ place }) => `${place} contains something private: ${kind}.`));
}

/** Observations as `chronicle observe` reads them, below their days; `entries` come oldest first. */
function fileText(entries: readonly PlacedObservation[]): string {
  const days = Map.groupBy(entries, ({ at }) => at.slice(0, 10));
  const linesOf = ({ at, observation }: PlacedObservation) =>
    observationLines(at.slice(11), { ...observation, prompt: null, supersedes: [] });
  return [...days].map(([day, own]) => [`Date: ${day}`, ...own.map(linesOf)].join('\n')).join('\n\n');
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', `${sentence} Nothing was written.`);
}
