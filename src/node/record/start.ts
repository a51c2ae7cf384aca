import { appendFileSync, existsSync } from 'node:fs';
import { fileStem } from '#src/chronicle/branch-name.ts';
import { createFile } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { type BrokenRule, brokenRulesIn, type Lookup } from '#src/memory/lookup.ts';
import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import { chroniclePlace, type Layout, type MemoryPlace, memoryPlace, notebookPath } from '#src/project/paths.ts';
import { installerOf } from '#src/record/installer.ts';
import { isSubordinate, type Payload } from '#src/record/payload.ts';
import { isPlainName, rulesThatFit } from '#src/record/reminder.ts';
import {
  environmentLine,
  isAttended,
  mayHaveEarlierFile,
  newChronicle,
  searchPathLine,
  startOutput,
} from '#src/record/session-start.ts';
import { checkoutRules } from '../checkout-rules.ts';
import { type ReadConfig, readConfig } from '../config.ts';
import { isThere } from '../disk/is-there.ts';
import { readBeginning } from '../disk/read-file.ts';
import { branchOf } from '../git/branch.ts';
import type { Checkout } from '../git/checkout.ts';
import { readLookup } from '../memory/lookup-file.ts';
import { seeMemories } from '../memory/see-memories.ts';
import { smallBook } from '../session/book-file.ts';
import { exclusionOfSession } from '../session/exclusion.ts';
import { findByIndex, findByScan, placeOf } from '../session/find.ts';
import { writeIndexEntry } from '../session/index-entry.ts';
import { layersOf } from '../session/layers.ts';
import { noteStart } from '../session/live.ts';
import { openNotesPath } from '../session/open-notes-entry.ts';
import { openChronicleDirectory, projectDirectoryOf, projectOfCheckout, sessionCheckout } from '../session/where.ts';
import { layoutIn, type World } from '../world.ts';
import { toldPending } from './pending-line.ts';
import { offeredNotes, returnedNotes } from './session-notes.ts';
import { canHarvest, HARVESTER, isHarvestLeft, startHarvester } from './start-harvester.ts';
import { sweep } from './sweep.ts';
import { toldAtStart } from './told-at-start.ts';

/** A resumed session's file is searched for at most this long (ms): the prompt waits for this hook. */
const SEARCH_PATIENCE = 2000;
const LOCK_PATIENCE = 5000;
const LOOK_PATIENCE = 150;
/** How many memories to check: more than the reminder names, as some of the files may be gone. */
const CANDIDATES = 10;

/**
 * Makes sure that the session has a chronicle and returns the hook's output. Null for a subagent, for an excluded
 * directory, and if the hook of another installation answers this start. Throws only if the session gets no chronicle;
 * other failures become a warning in the output and in the failure log.
 */
export async function startSession(
  world: World,
  payload: Payload,
  warn: (error: unknown) => void,
): Promise<string | null> {
  if (isSubordinate(payload)) return null;
  const layout = layoutIn(world);
  const settings = readConfig(layout);
  const checkout = sessionCheckout(world, payload.cwd);
  if (exclusionOfSession(checkout, settings, world) !== null) {
    // If the agent logs anyway, its command has to run, to say why nothing is recorded.
    writeEnvironment(world, layout, null);
    return null;
  }
  const warnings: string[] = [];
  const failed = (error: unknown) => {
    warn(error);
    warnings.push(sentenceOf(error));
  };
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      failed(error);
    }
  };
  const branch = await branchOf(checkout, world.env);
  const place = memoryPlace(layout, projectDirectoryOf(checkout, world.env));
  const known = readLookup(layout, place);
  const named = memoriesToName(known, place, branch);
  const { path, answers } = prepare(world, layout, payload, { checkout, branch, named, settings, attempt });
  attempt(() => writeEnvironment(world, layout, path));
  await finishOthers().catch(failed);
  const { now } = world;
  await seeMemories({ layout, place, known, sessionId: payload.session_id, now, patience: LOOK_PATIENCE }).catch(
    failed,
  );
  if (!answers) return null;
  const layers = layersOf(checkout, settings.config, world.home);
  const hasNotes = layers.includes('notes');
  const hasObservations = layers.includes('observations');
  let notes: string | null = null;
  attempt(() => {
    if (hasNotes) notes = notesToTell(path);
  });
  return startOutput(
    path,
    { named, hasNotes, hasObservations, notes },
    warnings.length === 0 ? null : warnings.join(' '),
  );

  /** After a compaction, the session's notebook; otherwise what earlier sessions left: a briefing, or a line about open notes. */
  function notesToTell(path: string): string | null {
    const { source, session_id: sessionId } = payload;
    if (source === 'compact') return isThere(notebookPath(path)) ? returnedNotes(path, sessionId) : null;
    const project = projectOfCheckout(checkout, checkoutRules(settings.config, world.home), world.env);
    const facts = { project, branch, sessionId, now: world.now() };
    const isAsked = hasObservations && isAttended(world.env);
    const told = isAsked ? toldAtStart(layout, checkout, { ...facts, ...settings.config.briefing }, smallBook) : null;
    const isNew = source !== 'resume' && isAttended(world.env);
    const pending = isAsked && isNew && source !== 'fork' ? toldPending(layout, facts) : null;
    const hasOpen = told === null && isNew && isThere(openNotesPath(layout, project.root, branch));
    const lines = [told ?? (hasOpen ? offeredNotes(layout, facts) : null), pending];
    return lines.filter((line) => line !== null).join('\n') || null;
  }

  /** Does what killed sessions and killed harvesters left undone. Only the first failure is reported. */
  async function finishOthers(): Promise<void> {
    const { hasQueued, failures } = sweep(layout, world, settings, payload.session_id);
    if (failures.length > 0) failed(failures[0]);
    if (canHarvest() && (hasQueued || isHarvestLeft(layout))) await startHarvester(HARVESTER, world, layout, failed);
  }
}

interface Surroundings {
  checkout: Checkout;
  branch: string;
  /** The memories that the reminder names. */
  named: readonly BrokenRule[];
  settings: ReadConfig;
  /** Runs work whose failure must not cost the session its chronicle. */
  attempt: (work: () => void) => void;
}

/** If session-chronicle is installed twice, two hooks run at once. The lock lets them share one file, and one of them answers. */
function prepare(
  world: World,
  layout: Layout,
  payload: Payload,
  surroundings: Surroundings,
): { path: string; answers: boolean } {
  const { checkout, attempt } = surroundings;
  const sessionId = payload.session_id;
  const start = {
    by: installerOf(world.env),
    source: payload.source ?? '',
    directory: checkout.start,
    transcript: payload.transcript_path,
  };
  const directory = openChronicleDirectory(layout, projectDirectoryOf(checkout, world.env));
  return withLock(directory, sessionId, LOCK_PATIENCE, () => {
    const path = ensureChronicle(world, layout, payload, directory, surroundings);
    let answers = true;
    attempt(() => {
      answers = noteStart(layout, sessionId, world, start);
    });
    return { path, answers };
  });
}

function ensureChronicle(
  world: World,
  layout: Layout,
  payload: Payload,
  directory: string,
  { checkout, branch, named, settings, attempt }: Surroundings,
): string {
  const sessionId = payload.session_id;
  const projectDirectory = projectDirectoryOf(checkout, world.env);
  const known = findByIndex(layout, sessionId);
  if (known !== null) return known;
  const earlier = mayHaveEarlierFile(payload.source)
    ? findByScan(layout, projectDirectory, sessionId, SEARCH_PATIENCE)
    : null;
  const name = earlier === null ? create() : placeOf(earlier).fileName;
  attempt(() => writeIndexEntry(layout, sessionId, projectDirectory, name));
  return `${layout.projects}/${chroniclePlace(projectDirectory, name)}`;

  function create(): string {
    const { config, problem } = settings;
    attempt(() => {
      if (problem) throw new ChronicleError('CHRONICLE_BAD_CONFIG', problem);
    });
    const { nameOf, text } = newChronicle({
      sessionId,
      now: world.now(),
      branch,
      checkout: checkout.top,
      attended: isAttended(world.env),
      taskPattern: config.taskPattern,
      nudged: named,
    });
    return createFile(directory, nameOf, text);
  }
}

/** The broken rules whose files still exist, as many as fit in the reminder. */
function memoriesToName(known: Lookup, { chronicle, memory }: MemoryPlace, branch: string): BrokenRule[] {
  const broken = brokenRulesIn(known)
    .filter(({ file }) => isPlainName(file))
    .slice(0, CANDIDATES)
    .filter(({ file }) => isThere(`${memory}/${file}`));
  return rulesThatFit(broken, `${chronicle}/${fileStem('0000-00-00', branch, 99)}.md`);
}

/** Far larger than what hooks write to the environment file (bytes). */
const LARGEST = 64 * 1024;

/**
 * Sets CHRONICLE_PATH for the session's shell commands, if there is a chronicle, and adds `chronicle` to their PATH unless
 * the host does so for the plugin. The host names the file to write to, which stays the same when the session is resumed;
 * later hooks do not get these variables.
 */
function writeEnvironment({ env }: World, { app }: Layout, path: string | null): void {
  const file = env.CLAUDE_ENV_FILE;
  if (!file) return;
  const isOurs = installerOf(env) !== 'plugin' && existsSync(`${app}/bin/chronicle`);
  const line = isOurs ? searchPathLine(`${app}/bin`) : '';
  const isWritten = line !== '' && (readBeginning(file, LARGEST) ?? '').includes(line);
  const lines = (path === null ? '' : environmentLine(path)) + (isWritten ? '' : line);
  if (lines !== '') appendFileSync(file, lines);
}
