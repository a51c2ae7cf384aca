import { existsSync } from 'node:fs';
import type { QuietFacts } from '#src/doctor/quiet-finding.ts';
import type { Layout } from '#src/project/paths.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { readValues } from '#src/transcript/lines.ts';
import { readRecord } from '#src/transcript/records.ts';
import { compare } from '#src/value/compare.ts';
import { transcriptFiles } from '../import/transcript-files.ts';
import { importPath } from '../install/contract-place.ts';
import { mayHoldPart } from '../install/file-change.ts';
import { readSoundRecord } from '../install/record-file.ts';
import { loggedEventsIn, type ScannedChronicle } from './scan-chronicles.ts';

/** How many sessions are enough to see a habit. */
const RECENT = 20;
const LONGEST_ERROR = 200;

/** Tools that change something; a session without any of them may have nothing to log. */
const WORK = ['Bash', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit'];
const LOG = /\bchronicle log\b/;

/**
 * How many of the last 20 attended sessions have no logged event although there was something to log, and why. Events that
 * were found in the transcript do not count. Sessions that
 * `isRunning`, that began before the agent was told what to log, or whose transcript shows no work are left out.
 */
export function quietSessions(
  layout: Layout,
  chronicles: readonly ScannedChronicle[],
  isRunning: (sessionId: string) => boolean,
): QuietFacts {
  const contracts = new Contracts(layout);
  const recent = chronicles
    .filter(({ isCaptured, isAttended, sessionId }) => isCaptured && isAttended && !isRunning(sessionId))
    .filter(({ cwd, started }) => started >= (contracts.of(cwd)?.since ?? ''))
    .sort((a, b) => compare(b.started, a.started))
    .slice(0, RECENT);
  const silent = recent.filter(({ path }) => loggedEventsIn(path) === 0);
  const paths = silent.length === 0 ? new Map<string, string>() : transcripts(layout);
  const quiet = silent
    .map((chronicle) => ({ ...chronicle, work: workIn(paths.get(chronicle.sessionId)) }))
    .filter(({ work }) => work?.isIdle !== true);
  const [contract] = quiet.flatMap(({ cwd }) => contracts.of(cwd) ?? []);
  return {
    recent: recent.length,
    quiet: quiet.length,
    untold: quiet.filter(({ cwd }) => contracts.of(cwd) === null).length,
    contract: contract?.path ?? null,
    failed: quiet.flatMap(({ work }) => work?.error ?? []),
  };
}

/** Which instruction file tells the agent of a directory what to log. */
class Contracts {
  readonly #layout: Layout;
  readonly #known = new Map<string, Contract | null>();

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  of(cwd = ''): Contract | null {
    const known = this.#known.get(cwd);
    const found = known === undefined ? this.#find(cwd) : known;
    this.#known.set(cwd, found);
    return found;
  }

  #find(cwd: string): Contract | null {
    const names = ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'];
    const own = cwd === '' ? [] : names.map((name) => `${cwd}/${name}`);
    const path = [`${this.#layout.config}/CLAUDE.md`, ...own].find(
      (each) => mayHoldPart('contract', each) && importPath(cwd, each) === null,
    );
    if (path === undefined) return null;
    const entries = readSoundRecord(this.#layout) ?? [];
    return { path, since: entries.find(({ contract }) => contract?.path === path)?.at ?? null };
  }
}

interface Contract {
  path: string;
  /** When `chronicle init` last wrote about it, UTC; null if it did not. */
  since: string | null;
}

function transcripts(layout: Layout): Map<string, string> {
  return new Map(transcriptFiles(layout).files.map(({ stem, path }) => [stem, path]));
}

interface Work {
  /** Whether nothing was changed and no command run. */
  isIdle: boolean;
  /** What `chronicle log` answered when it failed last; null if it did not. */
  error: string | null;
}

/** What the agent did in a session, by its transcript; null if that is gone or cannot be read. */
function workIn(path: string | undefined): Work | null {
  if (path === undefined || !existsSync(path)) return null;
  const work: Work = { isIdle: true, error: null };
  const logs = new Set<string>();
  const value = (parsed: unknown) => {
    const record = readRecord(parsed);
    for (const { id, name, input } of record?.calls ?? []) {
      if (WORK.includes(name)) work.isIdle = false;
      if (name === 'Bash' && LOG.test(String(input.command))) logs.add(id);
    }
    for (const { callId, isError, text } of record?.results ?? [])
      if (isError && logs.has(callId)) work.error = clip(oneLine(text), LONGEST_ERROR);
  };
  try {
    readValues(path, { value });
    return work;
  } catch {
    return null;
  }
}
