/** Whether what was recorded is whole: ended sessions, transcripts, projects, memory and files. */
import { chronicleNames, projectsIn } from '../format/projects.ts';
import { DAY_MS } from '../lib/calendar-day.ts';
import { checkoutRules } from '../lib/checkout.ts';
import { listed } from '../lib/listed.ts';
import { type Paths, factsPath, memoryPlace, pathsOf } from '../lib/paths.ts';
import { type CheckoutRules, checkoutsOf, projectsOf } from '../lib/project.ts';
import { readBeginning, realPath } from '../lib/read-file.ts';
import { counted, localMinute } from '../lib/text/day.ts';
import type { Env } from '../lib/env.ts';
import { queuedAt, queuedSessions } from '../record/harvest-queue.ts';
import { orphans } from '../record/live.ts';
import { projectDirectoryOf } from '../record/where.ts';
import { HARVEST_EVENT } from '#src/import/drain-harvests.ts';
import { type Check, type Finding, type Looked, NAMED, type UnrecordedSession } from './finding.ts';
import { movedMemory } from './claude-settings.ts';
import { compare } from '../lib/compare.ts';
import { directoryName } from '../lib/directory-name.ts';
import { isDirectory } from '../lib/is-there.ts';
import { parseFactsHead } from '../transcript/facts.ts';
import { remoteOf } from '../transcript/remote.ts';
import type { ScannedChronicle } from './recording.ts';
import { hasPrompt, readTranscripts } from '#src/import/survey.ts';
import type { Config } from '../lib/config.ts';
import { forgottenSessions } from '../lib/forgotten.ts';
import { planSessions } from '#src/import/plan-sessions.ts';
import { transcriptFiles } from '../transcript/transcript-files.ts';

const HOUR = 3_600_000;
/** With fewer days left, it is a warning. */
const SOON = 3;

/** Sessions that were killed, and transcripts that were not read after a session. */
export function endedSessions({ paths, recording, env }: Looked): Check {
  const findings: Finding[] = [];
  const killed = orphans(paths, env.host).length;
  if (killed > 0)
    findings.push({
      code: 'unfinished',
      level: 'note',
      what: `${counted(killed, 'session')} never ended (killed, crashed or powered off). The next session to start finishes ${killed === 1 ? 'it' : 'them'}.`,
      advice: 'chronicle doctor --fix',
      fix: 'unfinished',
    });
  const now = env.now().getTime();
  const waiting = queuedSessions(paths)
    .flatMap((id) => queuedAt(paths, id) ?? [])
    .filter((at) => now - at > HOUR);
  if (waiting.length > 0) {
    const oldest = Math.min(...waiting);
    const which =
      waiting.length === 1
        ? 'transcript of an ended session has'
        : `transcripts of ${waiting.length} ended sessions have`;
    findings.push({
      code: 'transcripts-wait',
      level: now - oldest > DAY_MS ? 'warning' : 'note',
      what: `The ${which} not been read since ${localMinute(new Date(oldest).toISOString())}. Until then, only what the agent logged is shown.`,
      advice: 'chronicle doctor --fix',
      fix: 'unfinished',
    });
  }
  const failed = recording.failures.find(({ event }) => event === HARVEST_EVENT);
  if (failed)
    findings.push({
      code: 'transcripts-unread',
      level: 'note',
      what: `A transcript could not be read on ${localMinute(failed.at)}, ${failed.code}: ${failed.message}`,
      advice: 'chronicle import transcripts',
    });
  return { name: 'Ended sessions', fine: 'all finished and read', findings };
}

/** Sessions that Claude Code will delete before they are in a chronicle, and those that should have been recorded. */
export function transcripts({ unrecorded, chronicles, settings: { cleanupDays }, env }: Looked): Check {
  const name = 'Transcripts';
  const fine = `nothing to import; Claude Code deletes transcripts after ${counted(cleanupDays, 'day')}`;
  if (unrecorded.length === 0) return { name, fine, findings: [] };
  const oldest = Math.min(...unrecorded.map(({ at }) => at));
  const left = Math.max(0, Math.ceil((oldest + cleanupDays * DAY_MS - env.now().getTime()) / DAY_MS));
  const findings: Finding[] = [
    {
      code: 'transcripts-go',
      level: left <= SOON ? 'warning' : 'note',
      what: `${counted(unrecorded.length, 'session')} ${unrecorded.length === 1 ? 'has' : 'have'} a transcript but no chronicle. Claude Code deletes the oldest ${left === 0 ? 'at its next start' : `in ${counted(left, 'day')}`}.`,
      advice: 'chronicle import transcripts',
    },
  ];
  const starts = chronicles.filter(({ isCaptured }) => isCaptured).map(({ started }) => Date.parse(started));
  const since = Math.min(...starts.filter((start) => !Number.isNaN(start)));
  const silent = unrecorded.filter(({ at, isAttended, cwd }) => isAttended && cwd !== null && at - since > DAY_MS);
  for (const [cwd, sessions] of [...Map.groupBy(silent, (each) => each.cwd)].slice(0, NAMED))
    findings.push({
      code: 'not-recorded',
      level: 'warning',
      what: `Sessions in ${cwd} are not recorded: there was one on ${localMinute(new Date(Math.max(...sessions.map(({ at }) => at))).toISOString())}.`,
      advice: 'Run chronicle doctor in that directory.',
    });
  return { name, fine, findings };
}

/** Projects whose sessions end up where their owner does not look. */
export function projects({ env, paths, own, checkout, chronicles }: Looked): Check {
  const findings: Finding[] = [];
  const rules = checkoutRules(own.config, env.home);
  const other = otherConfig(env, paths);
  if (other !== null)
    findings.push({
      code: 'two-config-directories',
      level: 'warning',
      what: `CLAUDE_CONFIG_DIR is ${paths.config}, but ${other} contains chronicles too, which do not appear here.`,
      advice: `Set CLAUDE_CONFIG_DIR everywhere or nowhere. To see both, add "roots": ["${pathsOf(other).projects}"] to ${paths.settings}.`,
    });
  for (const { directory, roots } of sharedDirectories(chronicles, rules))
    findings.push({
      code: 'shared-directory',
      level: 'note',
      what: `${listed(roots)} share the directory ${directory} in Claude Code, which loads the memories of both in each.`,
      advice: 'Optional: rename one of the project directories.',
    });
  for (const { old, path, remote } of movedCheckouts(chronicles, rules, checkout.mainTop))
    findings.push({
      code: 'moved-checkout',
      level: 'note',
      what: `${old} is gone, and there is a project ${remote === '' ? 'of the same name' : `with its remote, ${remote},`} in ${path}. If it was moved, its earlier sessions count as another project.`,
      advice: `If so, add to ${paths.settings}: "projects": { ${JSON.stringify(path)}: [${JSON.stringify(old)}] }`,
    });
  const count = new Set(projectsOf(chronicles, rules).map((project) => project.slug)).size;
  return {
    name: 'Projects',
    fine: count === 0 ? 'none yet' : `${counted(count, 'project')}, each in its place`,
    findings,
  };
}

/** Claude Code's default directory, if it contains chronicles although `CLAUDE_CONFIG_DIR` names another; else null. */
function otherConfig({ variables: env, home }: Env, paths: Paths): string | null {
  if (!env.CLAUDE_CONFIG_DIR || home === '') return null;
  const usual = pathsOf(`${home}/.claude`);
  if ((realPath(usual.config) ?? usual.config) === (realPath(paths.config) ?? paths.config)) return null;
  return projectsIn(usual.projects).some(({ chronicle }) => chronicleNames(chronicle).length > 0) ? usual.config : null;
}

/** The project's memory is where we look for it. */
export function memory({ env, paths, checkout, settings }: Looked): Check {
  const findings: Finding[] = [];
  const moved = movedMemory(memoryPlace(paths, projectDirectoryOf(checkout, env.variables)), settings);
  if (moved)
    findings.push({
      code: 'memory-moved',
      level: 'warning',
      what: `Claude Code keeps the memory of this project in ${moved.path} ("autoMemoryDirectory" in ${moved.settings}). Only ${moved.usual} is supported: elsewhere it is not protected or counted.`,
      advice: `Remove "autoMemoryDirectory" from ${moved.settings}, and move the memory files to ${moved.usual}.`,
    });
  return { name: 'Memory', fine: 'where chronicle looks for it', findings };
}

/** The files of the archive. */
export function files({ chronicles, fileProblems }: Looked): Check {
  const problem = (what: string, advice: string): Finding => ({ code: 'file-problem', level: 'warning', what, advice });
  const named = fileProblems.slice(0, NAMED).map((what) => problem(what, 'Correct that place in the file.'));
  const rest = fileProblems.length - named.length;
  const more =
    rest > 0 ? [problem(`${counted(rest, 'more problem')} in files.`, 'chronicle doctor --json, which lists all')] : [];
  return {
    name: 'Files',
    fine: chronicles.length === 0 ? 'none yet' : `${counted(chronicles.length, 'chronicle')}, all readable`,
    findings: [...named, ...more],
  };
}

/** Projects that share one directory below `projects`. */
interface SharedDirectory {
  directory: string;
  roots: readonly string[];
}

/** Claude Code's directories that contain the chronicles of several projects, because their paths have the same name there. */
function sharedDirectories(chronicles: readonly ScannedChronicle[], rules: CheckoutRules): SharedDirectory[] {
  const roots = new Map<string, Set<string>>();
  const found = checkoutsOf(chronicles, rules);
  for (const [index, { directory }] of chronicles.entries()) {
    const root = found[index];
    if (!root || directoryName(root) !== directory) continue;
    roots.set(directory, (roots.get(directory) ?? new Set()).add(root));
  }
  return [...roots].flatMap(([directory, paths]) => (paths.size > 1 ? [{ directory, roots: [...paths].sort() }] : []));
}

/** A checkout that is gone, and the only one that is there with its remote, else with its name. */
interface MovedCheckout {
  old: string;
  path: string;
  /** The remote of both; empty if they have only their name in common. */
  remote: string;
}

/** In how many facts of a checkout a remote is looked for. */
const FACTS_READ = 20;

/**
 * Where each checkout that is gone may have been moved to: to one with sessions, or to that at `here`. The remote of one that is
 * gone is that in its newest facts that name one. A checkout with several candidates is left out.
 */
export function movedCheckouts(
  chronicles: readonly ScannedChronicle[],
  rules: CheckoutRules,
  here: string,
): MovedCheckout[] {
  const of = checkoutsOf(chronicles, rules);
  const roots = [...new Set([...of.flatMap((root) => root ?? []), here])];
  const gone = roots.filter((root) => !isDirectory(root));
  if (gone.length === 0) return [];
  const newest = [...chronicles.entries()].sort(([, a], [, b]) => compare(b.started, a.started));
  const there = roots.filter(isDirectory).map((root) => ({ root, remote: remoteOf(root) }));
  return gone.flatMap((old) => {
    const own = newest.filter(([index]) => of[index] === old).slice(0, FACTS_READ);
    const remote = own.map(([, { path }]) => remoteInFacts(path)).find((each) => each !== '') ?? '';
    const ofRemote = there.filter((each) => remote !== '' && each.remote === remote);
    const ofName = there.filter(({ root }) => lastPart(root) === lastPart(old));
    const [only, ...others] = ofRemote.length > 0 ? ofRemote : ofName;
    return only && others.length === 0 ? [{ old, path: only.root, remote: ofRemote.length > 0 ? remote : '' }] : [];
  });
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function remoteInFacts(chronicle: string): string {
  return parseFactsHead(readBeginning(factsPath(chronicle), 64 * 1024) ?? '').head?.remote ?? '';
}

/**
 * The sessions for which `chronicle import transcripts` would make chronicles, and those of excluded directories. A first pass reads each
 * transcript without a chronicle up to its first prompt. Only if one has a prompt is the import planned in full, which
 * reads every transcript: nothing less tells a copy of another session from a session.
 */
export async function unrecordedSessions(
  env: Env,
  paths: Paths,
  config: Config,
  recorded: ReadonlySet<string>,
): Promise<UnrecordedSession[]> {
  if (!mayHaveUnrecorded(env, paths, recorded)) return [];
  const silent = { total: () => {}, read: () => {} };
  const transcripts = readTranscripts(paths, silent, env.now().getTime());
  return planSessions({ paths, env, config, transcripts, history: new Map() }).flatMap(
    ({ skipped, found, chronicle, cwd, isAttended }) =>
      found === null || chronicle !== null || (skipped !== null && skipped !== 'lies in an excluded directory')
        ? []
        : [{ at: found.writtenMs, cwd: cwd === '' ? null : cwd, isAttended }],
  );
}

/** Whether a transcript without a chronicle has a prompt. Unreadable transcripts are skipped. */
function mayHaveUnrecorded(env: Env, paths: Paths, recorded: ReadonlySet<string>): boolean {
  const forgotten = forgottenSessions(paths);
  const now = env.now().getTime();
  return transcriptFiles(paths).files.some(({ path, stem }) => {
    if (recorded.has(stem) || forgotten.has(stem)) return false;
    try {
      return hasPrompt(path, { projects: paths.projects, now });
    } catch {
      return false;
    }
  });
}
