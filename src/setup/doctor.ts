/**
 * What `chronicle doctor` checks: ten things that recording depends on. Each check says in one sentence how it is, and for
 * each fault what is wrong and how to fix it:
 *
 *     ✗ Installed
 *       Problem: session-chronicle is not installed, so sessions are not recorded.
 *         Fix: chronicle init
 *
 * Checks change nothing; `doctor-fixes.ts` does.
 */
import { existsSync } from 'node:fs';
import { hasFullTextSearch } from '#src/index/sqlite.ts';
import { showMemoryCommand } from '#src/memory/history.ts';
import { checkoutRules } from '#src/lib/checkout-rules.ts';
import { type ReadConfig, readConfig } from '#src/lib/config.ts';
import { chronicleNames, projectsIn } from '#src/format/projects.ts';
import { realPath } from '#src/lib/real-path.ts';
import { onePerPlace, readClaudeSettings } from '#src/setup/claude-settings.ts';
import { configRemarks } from '#src/setup/config-remarks.ts';
import { outsideMemories } from '#src/setup/outside-memories.ts';
import {
  checkoutFacts,
  firstCapture,
  movedCheckouts,
  type ProjectFact,
  projectFacts,
  sharedDirectories,
} from '#src/setup/project-facts.ts';
import { type RecordingState, recordingState } from '#src/setup/recording.ts';
import { type ScannedChronicle, scanChronicles } from '#src/setup/scan-chronicles.ts';
import { unrecordedSessions } from '#src/setup/unrecorded-sessions.ts';
import { movedMemory } from '#src/setup/usual-memory.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { HARVEST_EVENT } from '#src/transcript/drain-harvests.ts';
import { type Installation, installationsOf } from '#src/setup/installations.ts';
import { readRecord } from '#src/setup/record-file.ts';
import { exclusionOfSession } from '#src/record/exclusion.ts';
import { queuedAt, queuedSessions } from '#src/record/harvest-queue.ts';
import { orphans } from '#src/record/live.ts';
import { projectDirectoryOf } from '#src/record/where.ts';
import type { World } from '#src/lib/world.ts';
import { type Layout, layoutOf, memoryPlace } from '#src/lib/paths.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, localMinute } from '#src/lib/text/day.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { listed } from '#src/lib/listed.ts';
import { shellWord } from '#src/lib/shell-word.ts';
import { dryRun } from './dry-run.ts';
import type { Check, Finding, FixName, Level } from './finding.ts';
import { leftovers, placeFindings, sizeOf } from './private-places.ts';

/** Everything the checks look at. */
interface Looked {
  world: World;
  layout: Layout;
  checkout: ReturnType<typeof checkoutOf>;
  own: ReadConfig;
  installations: readonly Installation[];
  settings: ReturnType<typeof readClaudeSettings>;
  recording: RecordingState;
  chronicles: readonly ScannedChronicle[];
  unrecorded: Awaited<ReturnType<typeof unrecordedSessions>>;
  projects: readonly ProjectFact[];
  /** A line for each problem in a file of the archive. */
  fileProblems: readonly string[];
}

const LARGEST_CACHE = 500 * 1024 * 1024;
/** A queued transcript that is younger is being read (ms). */
const HOUR = 3_600_000;
/** With fewer days left, it is a warning. */
const SOON = 3;
/** The most faults of one kind to name; the rest are counted. */
const NAMED = 5;

/** Checks everything that recording depends on, for the project of a directory. `fileProblems` are those of the archive. */
export async function examine(
  world: World,
  layout: Layout,
  directory: string,
  fileProblems: readonly string[],
): Promise<Check[]> {
  const checkout = checkoutOf(directory);
  const own = readConfig(layout);
  const chronicles = scanChronicles(layout);
  const unrecorded = await unrecordedSessions(
    world,
    layout,
    own.config,
    new Set(chronicles.map((each) => each.sessionId)),
  );
  const excludedBy = (path: string) => (own.isExcludeLost ? null : exclusionOfSession(checkoutOf(path), own, world));
  const wanted = unrecorded.filter(({ cwd }) => cwd === null || excludedBy(cwd) === null);
  const rules = checkoutRules(own.config, world.home);
  const looked: Looked = {
    world,
    layout,
    checkout,
    own,
    installations: onePerPlace(installationsOf(world, layout, checkout.top)),
    settings: readClaudeSettings(layout, checkout.top, world.home),
    recording: recordingState(layout, world.now()),
    chronicles,
    unrecorded: wanted,
    projects: projectFacts(chronicles, unrecorded, rules, excludedBy),
    fileProblems,
  };
  return [
    installed(looked),
    runs(looked),
    records(looked),
    places(looked),
    ownSettings(looked),
    endedSessions(looked),
    transcripts(looked),
    projects(looked),
    memory(looked),
    files(looked),
  ];
}

/** Claude Code has our hooks, loads them, and they are of this version. */
function installed({ layout, installations, settings }: Looked): Check {
  const findings: Finding[] = [];
  const add = (code: string, level: Level, what: string, advice: string, fix?: FixName) =>
    findings.push({ code, level, what, advice, ...(fix && { fix }) });
  const hasCopy = existsSync(layout.app);
  const isWaiting = ({ isShared }: Installation) => !hasCopy && isShared;
  const working = installations.filter((each) => !isWaiting(each));
  for (const { path, fault, isLoaded, others = [], lost = [] } of settings.files) {
    if (fault !== null)
      add(
        isLoaded ? 'settings-unfit' : 'settings-unreadable',
        isLoaded && working.length > 0 ? 'warning' : 'problem',
        isLoaded
          ? `${path} ${fault}, so chronicle init cannot change it.`
          : `${path} ${fault}. Claude Code ignores it and every hook in it.`,
        `Correct that place in ${path} by hand, then run chronicle init.`,
      );
    for (const line of lost)
      add(
        'lost-hook',
        'warning',
        `${path}:${line}: this hook runs a chronicle program that does not exist.`,
        `Remove it from ${path} by hand.`,
      );
    for (const line of others)
      add(
        'other-hooks',
        working.length > 0 ? 'warning' : 'note',
        `${path}:${line}: this hook runs chronicle, but chronicle init did not write it.`,
        `Remove it from ${path} by hand, then run chronicle init.`,
      );
  }
  if (settings.hooksOffIn !== null)
    add(
      'hooks-disabled',
      'problem',
      `${settings.hooksOffIn} has "disableAllHooks": true, so sessions are not recorded.`,
      `Remove "disableAllHooks" from ${settings.hooksOffIn}.`,
    );
  const isUnknown = settings.files.some(({ fault, others = [] }) => fault !== null || others.length > 0);
  if (installations.length === 0 && !isUnknown)
    add(
      'not-installed',
      'problem',
      'session-chronicle is not installed: Claude Code has neither its hooks nor its plugin, so sessions are not recorded.',
      'chronicle init',
    );
  for (const each of installations) {
    if (isWaiting(each))
      add(
        'awaits-init',
        'note',
        `The project's shared hooks in ${each.path} do nothing until you run chronicle init.`,
        'chronicle init',
      );
    else if (each.state !== 'current' && !settings.hooksOffIn) findings.push(faultOf(each));
  }
  const [hooks, plugin] = (['settings', 'plugin'] as const).map((kind) => working.find((each) => each.kind === kind));
  if (hooks && plugin)
    add(
      'installed-twice',
      'note',
      `Hooks are installed twice, in ${hooks.path} and as the plugin in ${plugin.path}. Each session is still recorded once.`,
      'chronicle uninstall, or claude plugin uninstall session-chronicle',
    );
  const names = working.map(
    ({ kind, version, path }) =>
      `${version ?? 'unknown version'} ${kind === 'plugin' ? 'as a plugin' : 'with hooks'} in ${path}`,
  );
  return { name: 'Installed', fine: listed(names) || 'not yet', findings };
}

/** The fault of an installation. Its sentence may end with the command that fixes it. */
function faultOf({ kind, path, state, faults }: Installation): Finding {
  const [first = `The installation in ${path} is damaged.`] = faults;
  const [, what = first, advice = 'chronicle init'] =
    /^(.*) Run ((?:chronicle|claude plugin) .*)\.$/s.exec(first) ?? [];
  const isOfSettings = /^The hooks in |disableAllHooks|does not load/.test(first);
  return {
    code: state === 'broken' ? 'installation-broken' : 'installation-outdated',
    level: state === 'broken' ? 'problem' : 'warning',
    what: state === 'broken' ? `${what} Sessions are not recorded.` : what,
    advice,
    ...(kind === 'settings' && !isOfSettings ? { fix: 'app' as const } : {}),
  };
}

/** A session's start, run once for each kind of installation in a temporary home. */
function runs({ layout, installations, world }: Looked): Check {
  const findings: Finding[] = [];
  const times: string[] = [];
  for (const kind of ['settings', 'plugin'] as const) {
    const found = installations.find((each) => each.kind === kind);
    const root = kind === 'plugin' ? found?.path : layout.app;
    if (!found || root === undefined || !existsSync(`${root}/hooks/dist/chronicle.cjs`)) continue;
    const hasLauncher = kind === 'settings' && process.platform !== 'win32';
    const { ms, fault } = dryRun(
      hasLauncher ? [`${root}/hook`] : ['node', `${root}/hooks/dist/chronicle.cjs`],
      world.env,
    );
    if (fault === null) times.push(`${Math.round(ms)} ms`);
    else
      findings.push({
        code: 'hook-fails',
        level: 'problem',
        what: `Starting a session with the ${kind === 'plugin' ? 'plugin' : 'hooks in the settings'} fails: ${fault}`,
        advice: kind === 'settings' ? 'chronicle init' : 'claude plugin update session-chronicle, or chronicle init',
      });
  }
  const fine = times.length === 0 ? 'nothing to run' : `a session starts in ${listed(times)} (tried in an empty home)`;
  return { name: 'Runs', fine, findings };
}

/** Whether sessions were recorded lately, and here. */
function records({ layout, recording, own, checkout, world }: Looked): Check {
  const findings: Finding[] = [];
  const { lastCapture, isFailing } = recording;
  const failures = recording.failures.filter(({ event }) => event !== HARVEST_EVENT);
  const [newest] = failures;
  if (newest) {
    const said = `${newest.event} on ${localMinute(newest.at)}, ${newest.code}: ${newest.message}`;
    const isOver = !isFailing && lastCapture !== null && Date.parse(lastCapture.at) > Date.parse(newest.at);
    findings.push({
      code: isFailing ? 'recording-fails' : 'failures',
      level: isFailing ? 'problem' : isOver ? 'note' : 'warning',
      what: `Hooks failed ${failures.length === 1 ? 'once' : `${failures.length} times`} in 30 days. ${isFailing ? 'No session has been recorded since. ' : ''}Last failure: ${said}`,
      advice: isOver
        ? 'chronicle doctor --fix, which archives the log'
        : `Fix what the message describes, then start a session. ${layout.failureLog} has all failures.`,
      ...(isOver ? { fix: 'log' as const } : {}),
    });
  }
  const excludedBy = own.isExcludeLost ? null : exclusionOfSession(checkout, own, world);
  if (excludedBy !== null) {
    const isFile = /[\\/]\.no-chronicle$/.test(excludedBy);
    findings.push({
      code: 'excluded-here',
      level: 'note',
      what: isFile
        ? `Sessions in this directory are not recorded, because ${excludedBy} exists.`
        : `Sessions in this directory are not recorded: "exclude" in ${layout.settings} contains ${JSON.stringify(excludedBy)}.`,
      advice: isFile
        ? `rm -r ${shellWord(excludedBy)}, to record sessions here`
        : `Remove ${JSON.stringify(excludedBy)} from "exclude".`,
    });
  }
  const fine = lastCapture
    ? `last session ${localMinute(lastCapture.at)} in ${clip(oneLine(lastCapture.project), 40)}`
    : 'no session yet';
  return { name: 'Records', fine, findings };
}

/** Our files can be written, are private, and there is room for them. */
function places({ layout }: Looked): Check {
  const findings = placeFindings(layout);
  const left = leftovers(layout).count;
  if (left > 0)
    findings.push({
      code: 'leftovers',
      level: 'note',
      what: `${counted(left, 'temporary file or lock', 'temporary files and locks')} left by processes that have ended may contain private text.`,
      advice: 'chronicle doctor --fix',
      fix: 'leftovers',
    });
  const cache = sizeOf(layout.cache);
  if (cache > LARGEST_CACHE)
    findings.push({
      code: 'large-cache',
      level: 'warning',
      what: `The cache, which is rebuilt when needed, takes ${Math.round(cache / 1024 / 1024)} MB.`,
      advice: 'chronicle doctor --fix, while chronicle dev and build are not running',
      fix: 'cache',
    });
  if (!hasFullTextSearch())
    findings.push({
      code: 'no-search-index',
      level: 'note',
      what: `Node ${process.versions.node} has no full-text search, so list, show, search and recall do not work. Recording does.`,
      advice: 'Install Node 22.16 or newer.',
    });
  return { name: 'Places', fine: 'private, and writable', findings };
}

/** `config.json` and `install.json`. */
function ownSettings({ layout, own, world }: Looked): Check {
  const findings: Finding[] = configRemarks(layout, own, world.home).map((what, index) =>
    own.isExcludeLost && index === 0
      ? {
          code: 'exclude-lost',
          level: 'problem',
          what,
          advice: `Edit ${layout.settings}. Nothing is recorded until it can be read.`,
        }
      : { code: 'own-settings', level: 'warning', what, advice: `Edit ${layout.settings}.` },
  );
  try {
    readRecord(layout);
  } catch {
    findings.push({
      code: 'record-broken',
      level: 'warning',
      what: `${layout.install} is not what chronicle init wrote. Without it, chronicle uninstall cannot restore files byte for byte.`,
      advice: `Delete ${layout.install}, then run chronicle init.`,
    });
  }
  return { name: 'Settings', fine: 'as they should be', findings };
}

/** Sessions that were killed, and transcripts that were not read after a session. */
function endedSessions({ layout, recording, world }: Looked): Check {
  const findings: Finding[] = [];
  const killed = orphans(layout, world.host).length;
  if (killed > 0)
    findings.push({
      code: 'unfinished',
      level: 'note',
      what: `${counted(killed, 'session')} never ended (killed, crashed or powered off). The next session to start finishes ${killed === 1 ? 'it' : 'them'}.`,
      advice: 'chronicle doctor --fix',
      fix: 'unfinished',
    });
  const now = world.now().getTime();
  const waiting = queuedSessions(layout)
    .flatMap((id) => queuedAt(layout, id) ?? [])
    .filter((at) => now - at > HOUR);
  if (waiting.length > 0) {
    const oldest = Math.min(...waiting);
    findings.push({
      code: 'transcripts-wait',
      level: now - oldest > DAY_MS ? 'warning' : 'note',
      what: `The ${waiting.length === 1 ? 'transcript of an ended session has' : `transcripts of ${waiting.length} ended sessions have`} not been read since ${localMinute(new Date(oldest).toISOString())}. Until then, only what the agent logged is shown.`,
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

/** Sessions that Claude Code will delete before they are in a chronicle. */
function transcripts({ unrecorded, settings: { cleanupDays }, world }: Looked): Check {
  const fine = `nothing to import; Claude Code deletes transcripts after ${counted(cleanupDays, 'day')}`;
  if (unrecorded.length === 0) return { name: 'Transcripts', fine, findings: [] };
  const oldest = Math.min(...unrecorded.map(({ at }) => at));
  const left = Math.max(0, Math.ceil((oldest + cleanupDays * DAY_MS - world.now().getTime()) / DAY_MS));
  const finding: Finding = {
    code: 'transcripts-go',
    level: left <= SOON ? 'warning' : 'note',
    what: `${counted(unrecorded.length, 'session')} ${unrecorded.length === 1 ? 'has' : 'have'} a transcript but no chronicle. Claude Code deletes the oldest ${left === 0 ? 'at its next start' : `in ${counted(left, 'day')}`}.`,
    advice: 'chronicle import transcripts',
  };
  return { name: 'Transcripts', fine, findings: [finding] };
}

/** Projects whose sessions end up where their owner does not look, or nowhere. */
function projects({ world, layout, own, checkout, chronicles, projects: all }: Looked): Check {
  const findings: Finding[] = [];
  const rules = checkoutRules(own.config, world.home);
  const since = firstCapture(chronicles);
  const silent = all.filter(({ lastCapture, unrecorded, excludedBy }) => {
    const reference = lastCapture ?? since;
    return (
      excludedBy === null &&
      unrecorded !== null &&
      reference !== null &&
      Date.parse(unrecorded) - Date.parse(reference) > DAY_MS
    );
  });
  for (const { project, unrecorded } of silent.slice(0, NAMED))
    findings.push({
      code: 'not-recorded',
      level: 'warning',
      what: `Sessions in ${project} are not recorded: there was one on ${localMinute(unrecorded ?? '')}.`,
      advice: 'Run chronicle doctor in that directory. chronicle import transcripts recovers the missing sessions.',
    });
  const other = otherConfig(world, layout);
  if (other !== null)
    findings.push({
      code: 'two-config-directories',
      level: 'warning',
      what: `CLAUDE_CONFIG_DIR is ${layout.config}, but ${other} contains chronicles too, which do not appear here.`,
      advice: `Set CLAUDE_CONFIG_DIR everywhere or nowhere. To see both, add "roots": ["${layoutOf(other).projects}"] to ${layout.settings}.`,
    });
  for (const { directory, roots } of sharedDirectories(chronicles, rules))
    findings.push({
      code: 'shared-directory',
      level: 'note',
      what: `${listed(roots)} share the directory ${directory} in Claude Code, which loads the memories of both in each.`,
      advice: 'Optional: rename one of the project directories.',
    });
  for (const { old, path, remote } of movedCheckouts(checkoutFacts(all, chronicles, rules, checkout.mainTop)))
    findings.push({
      code: 'moved-checkout',
      level: 'note',
      what: `${old} is gone, and there is a project ${remote === '' ? 'of the same name' : `with its remote, ${remote},`} in ${path}. If it was moved, its earlier sessions count as another project.`,
      advice: `If so, add to ${layout.settings}: "projects": { ${JSON.stringify(path)}: [${JSON.stringify(old)}] }`,
    });
  return { name: 'Projects', fine: `${counted(all.length, 'project')}, each in its place`, findings };
}

/** Claude Code's default directory, if it contains chronicles although `CLAUDE_CONFIG_DIR` names another; else null. */
function otherConfig({ env, home }: World, layout: Layout): string | null {
  if (!env.CLAUDE_CONFIG_DIR || home === '') return null;
  const usual = layoutOf(`${home}/.claude`);
  if ((realPath(usual.config) ?? usual.config) === (realPath(layout.config) ?? layout.config)) return null;
  return projectsIn(usual.projects).some(({ chronicle }) => chronicleNames(chronicle).length > 0) ? usual.config : null;
}

/** The project's memory is where we look for it, and is what a person approved. */
function memory({ world, layout, checkout, settings, chronicles, projects: all }: Looked): Check {
  const findings: Finding[] = [];
  const moved = movedMemory(memoryPlace(layout, projectDirectoryOf(checkout, world.env)), settings);
  if (moved)
    findings.push({
      code: 'memory-moved',
      level: 'warning',
      what: `Claude Code keeps the memory of this project in ${moved.path} ("autoMemoryDirectory" in ${moved.settings}). Only ${moved.usual} is supported: elsewhere it is not protected or counted.`,
      advice: `Remove "autoMemoryDirectory" from ${moved.settings}, and move the memory files to ${moved.usual}.`,
    });
  const nameOf = (name: string) => all.find(({ directory }) => directory === name)?.project ?? name;
  const outside = outsideMemories(layout, chronicles, nameOf, world.now());
  const newest = outside.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
  if (newest)
    findings.push({
      code: 'memory-changed-outside',
      level: 'note',
      what: `${outside.length === 1 ? 'A memory was' : `${outside.length} memories were`} changed outside of approved proposals in the last 30 days. ${outside.length === 1 ? 'It is' : 'The newest is'} ${clip(oneLine(newest.file), 120)} in ${newest.project}: changed ${clip(oneLine(newest.when), 120)} on ${newest.at.slice(0, 10)}.`,
      advice: showMemoryCommand(newest.file, newest.project),
    });
  return { name: 'Memory', fine: 'as it was approved', findings };
}

/** The files of the archive. */
function files({ chronicles, fileProblems }: Looked): Check {
  const findings: Finding[] = fileProblems.slice(0, NAMED).map((what) => ({
    code: 'file-problem',
    level: 'warning',
    what,
    advice: 'Correct that place in the file.',
  }));
  const rest = fileProblems.length - findings.length;
  if (rest > 0)
    findings.push({
      code: 'file-problem',
      level: 'warning',
      what: `${counted(rest, 'more problem')} in files.`,
      advice: 'chronicle doctor --json, which lists all',
    });
  return { name: 'Files', fine: `${counted(chronicles.length, 'chronicle')}, all readable`, findings };
}
