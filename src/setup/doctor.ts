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
import { chronicleNames, projectsIn } from '../format/projects.ts';
import { hasFullTextSearch } from '../index/sqlite.ts';
import { DAY_MS } from '../lib/calendar-day.ts';
import { checkoutOf } from '../lib/checkout.ts';
import { checkoutRules } from '../lib/checkout-rules.ts';
import { type ReadConfig, readConfig } from '../lib/config.ts';
import { listed } from '../lib/listed.ts';
import { type Layout, layoutOf, memoryPlace } from '../lib/paths.ts';
import { projectsOf } from '../lib/project.ts';
import { realPath } from '../lib/real-path.ts';
import { shellWord } from '../lib/shell-word.ts';
import { clip, oneLine } from '../lib/text/clip.ts';
import { counted, localMinute } from '../lib/text/day.ts';
import type { World } from '../lib/world.ts';
import { showMemoryCommand } from '../memory/history.ts';
import { exclusionOfSession } from '../record/exclusion.ts';
import { queuedAt, queuedSessions } from '../record/harvest-queue.ts';
import { orphans } from '../record/live.ts';
import { projectDirectoryOf } from '../record/where.ts';
import { HARVEST_EVENT } from '../transcript/drain-harvests.ts';
import { type ClaudeSettings, readClaudeSettings } from './claude-settings.ts';
import { configRemarks } from './config-remarks.ts';
import { dryRun } from './dry-run.ts';
import { readRecord } from './install-record.ts';
import { type Installation, installationsOf } from './installations.ts';
import { movedCheckouts, sharedDirectories } from './moved-projects.ts';
import { outsideMemories } from './outside-memories.ts';
import { freeSpace, leftovers, lookAtPlaces } from './places.ts';
import { type RecordingState, recordingState, type ScannedChronicle, scanChronicles } from './recording.ts';
import { type UnrecordedSession, unrecordedSessions } from './unrecorded-sessions.ts';
import { movedMemory } from './usual-memory.ts';

export const LEVELS = ['problem', 'warning', 'note'] as const;
/** A problem loses records, a warning may, a note loses none. */
export type Level = (typeof LEVELS)[number];

/** What `chronicle doctor --fix` can do. None of it loses a record. */
export type FixName = 'modes' | 'unfinished' | 'leftovers' | 'app';

/** What is wrong. The texts may contain paths and project names, so they are untrusted. */
export interface Finding {
  /** Permanent, for scripts: `not-installed`. */
  code: string;
  level: Level;
  what: string;
  /** A command, or what to do. */
  advice: string;
  fix?: FixName;
}

export interface Check {
  name: string;
  /** How it is, if there is nothing wrong. */
  fine: string;
  findings: Finding[];
}

/** Everything the checks look at. */
interface Looked {
  world: World;
  layout: Layout;
  checkout: ReturnType<typeof checkoutOf>;
  own: ReadConfig;
  installations: readonly Installation[];
  settings: ClaudeSettings;
  recording: RecordingState;
  chronicles: readonly ScannedChronicle[];
  /** Sessions with a transcript and no chronicle, where nothing turns recording off. */
  unrecorded: readonly UnrecordedSession[];
  /** A line for each problem in a file of the archive. */
  fileProblems: readonly string[];
}

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
  const recorded = new Set(chronicles.map((each) => each.sessionId));
  const isWanted = ({ cwd }: UnrecordedSession) =>
    cwd === null || own.isExcludeLost || exclusionOfSession(checkoutOf(cwd), own, world) === null;
  const looked: Looked = {
    ...{ world, layout, checkout, own, chronicles, fileProblems },
    installations: installationsOf(world, layout, checkout.top),
    settings: readClaudeSettings(layout, checkout.top, world.home),
    recording: recordingState(layout, world.now()),
    unrecorded: (await unrecordedSessions(world, layout, own.config, recorded)).filter(isWanted),
  };
  return CHECKS.map((check) => check(looked));
}

/** In the order in which they are printed. */
const CHECKS: readonly ((looked: Looked) => Check)[] = [
  installed,
  runs,
  records,
  places,
  ownSettings,
  endedSessions,
  transcripts,
  projects,
  memory,
  files,
];

const HOUR = 3_600_000;
const MEGABYTE = 1024 * 1024;
/** A chronicle takes a few kB, a build of the site tens of MB. */
const FULL = MEGABYTE;
const NEARLY_FULL = 100 * MEGABYTE;
/** With fewer days left, it is a warning. */
const SOON = 3;
/** The most faults of one kind to name; the rest are counted. */
const NAMED = 5;

/** Claude Code has our hooks, loads them, and they are of this version. */
function installed({ layout, installations, settings }: Looked): Check {
  const findings: Finding[] = [];
  const hasCopy = existsSync(layout.app);
  const isWaiting = ({ isShared }: Installation) => !hasCopy && isShared;
  const working = installations.filter((each) => !isWaiting(each));
  for (const { path, fault, isLoaded, hooks } of settings.files) {
    if (fault !== null)
      findings.push({
        code: isLoaded ? 'settings-unfit' : 'settings-unreadable',
        level: isLoaded && working.length > 0 ? 'warning' : 'problem',
        what: isLoaded
          ? `${path} ${fault}, so chronicle init cannot change it.`
          : `${path} ${fault}. Claude Code ignores it and every hook in it.`,
        advice: `Correct that place in ${path} by hand, then run chronicle init.`,
      });
    for (const line of hooks?.others ?? [])
      findings.push({
        code: 'other-hooks',
        level: working.length > 0 ? 'warning' : 'note',
        what: `${path}:${line}: this hook runs chronicle, but chronicle init did not write it.`,
        advice: `Remove it from ${path} by hand, then run chronicle init.`,
      });
  }
  if (settings.hooksOffIn !== null)
    findings.push({
      code: 'hooks-disabled',
      level: 'problem',
      what: `${settings.hooksOffIn} has "disableAllHooks": true, so sessions are not recorded.`,
      advice: `Remove "disableAllHooks" from ${settings.hooksOffIn}.`,
    });
  if (installations.length === 0 && findings.length === 0)
    findings.push({
      code: 'not-installed',
      level: 'problem',
      what: 'session-chronicle is not installed: Claude Code has neither its hooks nor its plugin, so sessions are not recorded.',
      advice: 'chronicle init',
    });
  for (const each of installations) {
    if (isWaiting(each))
      findings.push({
        code: 'awaits-init',
        level: 'note',
        what: `The project's shared hooks in ${each.path} do nothing until you run chronicle init.`,
        advice: 'chronicle init',
      });
    else if (each.state !== 'current' && settings.hooksOffIn === null) findings.push(faultOf(each));
  }
  const [hooks, plugin] = (['settings', 'plugin'] as const).map((kind) => working.find((each) => each.kind === kind));
  if (hooks && plugin)
    findings.push({
      code: 'installed-twice',
      level: 'note',
      what: `Hooks are installed twice, in ${hooks.path} and as the plugin in ${plugin.path}. Each session is still recorded once.`,
      advice: 'chronicle uninstall, or claude plugin uninstall session-chronicle',
    });
  const names = working.map(
    ({ kind, version, path }) =>
      `${version ?? 'unknown version'} ${kind === 'plugin' ? 'as a plugin' : 'with hooks'} in ${path}`,
  );
  return { name: 'Installed', fine: listed(names) || 'not yet', findings };
}

/** The first fault of an installation. */
function faultOf({
  kind,
  path,
  state,
  faults: [what = `The installation in ${path} is damaged.`],
  advice,
}: Installation) {
  const isBroken = state === 'broken';
  const isOfCopy = kind === 'settings' && !what.startsWith('The hooks in ') && !what.includes(' does not load ');
  return {
    code: isBroken ? 'installation-broken' : 'installation-outdated',
    level: isBroken ? 'problem' : 'warning',
    what: isBroken ? `${what} Sessions are not recorded.` : what,
    advice,
    ...(isOfCopy ? { fix: 'app' as const } : {}),
  } satisfies Finding;
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
    const times = failures.length === 1 ? 'once' : `${failures.length} times`;
    const said = `${newest.event} on ${localMinute(newest.at)}, ${newest.code}: ${newest.message}`;
    const isOver = !isFailing && lastCapture !== null && Date.parse(lastCapture.at) > Date.parse(newest.at);
    findings.push({
      code: isFailing ? 'recording-fails' : 'failures',
      level: isFailing ? 'problem' : isOver ? 'note' : 'warning',
      what: `Hooks failed ${times} in 30 days. ${isFailing ? 'No session has been recorded since. ' : ''}Last failure: ${said}`,
      advice: isOver
        ? `Nothing, since sessions were recorded afterwards. ${layout.failureLog} has all failures.`
        : `Fix what the message describes, then start a session. ${layout.failureLog} has all failures.`,
    });
  }
  const excludedBy = own.isExcludeLost ? null : exclusionOfSession(checkout, own, world);
  if (excludedBy !== null) {
    const isFile = /[\\/]\.no-chronicle$/.test(excludedBy);
    const why = isFile
      ? `because ${excludedBy} exists`
      : `because "exclude" in ${layout.settings} contains ${JSON.stringify(excludedBy)}`;
    findings.push({
      code: 'excluded-here',
      level: 'note',
      what: `Sessions in this directory are not recorded, ${why}.`,
      advice: isFile
        ? `rm -r ${shellWord(excludedBy)}, to record sessions here`
        : `Remove ${JSON.stringify(excludedBy)} from "exclude", to record sessions here.`,
    });
  }
  const fine = lastCapture
    ? `last session ${localMinute(lastCapture.at)} in ${clip(oneLine(lastCapture.project), 40)}`
    : 'no session yet';
  return { name: 'Records', fine, findings };
}

/** Our files can be written, are private, and there is room for them. */
function places({ layout }: Looked): Check {
  const findings: Finding[] = [];
  const { open, foreign, unwritable, leadingOut } = lookAtPlaces(layout);
  const named = (paths: readonly string[]) =>
    `${paths.slice(0, NAMED).join(', ')}${paths.length > NAMED ? ` and ${counted(paths.length - NAMED, 'more path')}` : ''}`;
  const quoted = (paths: readonly string[]) => paths.slice(0, NAMED).map(shellWord).join(' ');
  if (unwritable.length > 0)
    findings.push({
      code: 'not-writable',
      level: 'problem',
      what: `You have no permission to write to ${named(unwritable)}, so hooks cannot write there.`,
      advice: `chmod u+rwx ${quoted(unwritable)}`,
    });
  if (leadingOut.length > 0)
    findings.push({
      code: 'leads-out',
      level: 'problem',
      what: `A symbolic link points outside Claude Code's directory, and hooks do not write through it: ${named(leadingOut)}.`,
      advice: 'Replace it with a directory. To keep everything elsewhere, set CLAUDE_CONFIG_DIR.',
    });
  if (foreign.length > 0)
    findings.push({
      code: 'foreign-owner',
      level: 'warning',
      what: `Another user owns ${named(foreign)}. Perhaps a command ran as root.`,
      advice: `sudo chown -R "$(id -un)" ${quoted(foreign)}`,
    });
  if (open.length > 0)
    findings.push({
      code: 'open-to-others',
      level: 'warning',
      what: `Other users of this machine may enter ${named(open)}.`,
      advice: 'chronicle doctor --fix',
      fix: 'modes',
    });
  const free = freeSpace(layout.config);
  if (free !== null && free < NEARLY_FULL)
    findings.push({
      code: 'disk-full',
      level: free < FULL ? 'problem' : 'warning',
      what: `The disk with Claude Code's directory has ${free < FULL ? 'less than 1 MB' : `${Math.floor(free / MEGABYTE)} MB`} left. Once it is full, sessions are not recorded.`,
      advice: 'Free some disk space.',
    });
  const left = leftovers(layout).count;
  if (left > 0)
    findings.push({
      code: 'leftovers',
      level: 'note',
      what: `${counted(left, 'temporary file or lock', 'temporary files and locks')} left by processes that have ended may contain private text.`,
      advice: 'chronicle doctor --fix',
      fix: 'leftovers',
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
  const findings: Finding[] = configRemarks(layout, own, world.home).map((what, index) => {
    const isLost = own.isExcludeLost && index === 0;
    return {
      code: isLost ? 'exclude-lost' : 'own-settings',
      level: isLost ? 'problem' : 'warning',
      what,
      advice: `Edit ${layout.settings}.${isLost ? ' Nothing is recorded until it can be read.' : ''}`,
    };
  });
  if (readRecord(layout) === null)
    findings.push({
      code: 'record-broken',
      level: 'warning',
      what: `${layout.install} is not what chronicle init wrote. Without it, chronicle uninstall cannot restore files byte for byte.`,
      advice: `Delete ${layout.install}, then run chronicle init.`,
    });
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
function transcripts({ unrecorded, chronicles, settings: { cleanupDays }, world }: Looked): Check {
  const name = 'Transcripts';
  const fine = `nothing to import; Claude Code deletes transcripts after ${counted(cleanupDays, 'day')}`;
  if (unrecorded.length === 0) return { name, fine, findings: [] };
  const oldest = Math.min(...unrecorded.map(({ at }) => at));
  const left = Math.max(0, Math.ceil((oldest + cleanupDays * DAY_MS - world.now().getTime()) / DAY_MS));
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
function projects({ world, layout, own, checkout, chronicles }: Looked): Check {
  const findings: Finding[] = [];
  const rules = checkoutRules(own.config, world.home);
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
  for (const { old, path, remote } of movedCheckouts(chronicles, rules, checkout.mainTop))
    findings.push({
      code: 'moved-checkout',
      level: 'note',
      what: `${old} is gone, and there is a project ${remote === '' ? 'of the same name' : `with its remote, ${remote},`} in ${path}. If it was moved, its earlier sessions count as another project.`,
      advice: `If so, add to ${layout.settings}: "projects": { ${JSON.stringify(path)}: [${JSON.stringify(old)}] }`,
    });
  const count = new Set(projectsOf(chronicles, rules).map((project) => project.slug)).size;
  return { name: 'Projects', fine: `${counted(count, 'project')}, each in its place`, findings };
}

/** Claude Code's default directory, if it contains chronicles although `CLAUDE_CONFIG_DIR` names another; else null. */
function otherConfig({ env, home }: World, layout: Layout): string | null {
  if (!env.CLAUDE_CONFIG_DIR || home === '') return null;
  const usual = layoutOf(`${home}/.claude`);
  if ((realPath(usual.config) ?? usual.config) === (realPath(layout.config) ?? layout.config)) return null;
  return projectsIn(usual.projects).some(({ chronicle }) => chronicleNames(chronicle).length > 0) ? usual.config : null;
}

/** The project's memory is where we look for it, and is what a person approved. */
function memory({ world, layout, own, checkout, settings, chronicles }: Looked): Check {
  const findings: Finding[] = [];
  const moved = movedMemory(memoryPlace(layout, projectDirectoryOf(checkout, world.env)), settings);
  if (moved)
    findings.push({
      code: 'memory-moved',
      level: 'warning',
      what: `Claude Code keeps the memory of this project in ${moved.path} ("autoMemoryDirectory" in ${moved.settings}). Only ${moved.usual} is supported: elsewhere it is not protected or counted.`,
      advice: `Remove "autoMemoryDirectory" from ${moved.settings}, and move the memory files to ${moved.usual}.`,
    });
  const known = projectsOf(chronicles, checkoutRules(own.config, world.home));
  const nameOf = (name: string) => known.find(({ directory }) => directory === name)?.slug || name;
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
  const problem = (what: string, advice: string): Finding => ({ code: 'file-problem', level: 'warning', what, advice });
  const named = fileProblems.slice(0, NAMED).map((what) => problem(what, 'Correct that place in the file.'));
  const rest = fileProblems.length - named.length;
  const more =
    rest > 0 ? [problem(`${counted(rest, 'more problem')} in files.`, 'chronicle doctor --json, which lists all')] : [];
  return {
    name: 'Files',
    fine: `${counted(chronicles.length, 'chronicle')}, all readable`,
    findings: [...named, ...more],
  };
}
