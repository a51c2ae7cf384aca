/** Whether sessions are recorded: what is installed, whether it runs, and whether it can write. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { hasFullTextSearch } from '#src/index/schema.ts';
import { listed } from '../lib/listed.ts';
import { shellWord } from '../lib/words.ts';
import { clip, oneLine } from '../lib/text/clip.ts';
import { counted, localMinute } from '../lib/text/day.ts';
import { exclusionOfSession } from '../record/exclusion.ts';
import { HARVEST_EVENT } from '#src/import/drain-harvests.ts';
import { configRemarks } from './config-remarks.ts';
import { type Check, type Finding, type Looked, NAMED } from './finding.ts';
import { readRecord } from './install-record.ts';
import type { Installation } from './installations.ts';
import { freeSpace, leftovers, lookAtPlaces } from './places.ts';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesIn } from '../lib/names-in.ts';
import { chronicleNames, projectsIn } from '../format/projects.ts';
import { pathsOf } from '../lib/paths.ts';

const MEGABYTE = 1024 * 1024;
/** A chronicle takes a few kB, a build of the site tens of MB. */
const FULL = MEGABYTE;
const NEARLY_FULL = 100 * MEGABYTE;

/** Claude Code has our hooks, loads them, and they are of this version. */
export function installed({ paths, installations, settings }: Looked): Check {
  const findings: Finding[] = [];
  const hasCopy = existsSync(paths.app);
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
export function runs({ paths, installations, env }: Looked): Check {
  const findings: Finding[] = [];
  const times: string[] = [];
  for (const kind of ['settings', 'plugin'] as const) {
    const found = installations.find((each) => each.kind === kind);
    const root = kind === 'plugin' ? found?.path : paths.app;
    if (!found || root === undefined || !existsSync(`${root}/hooks/dist/chronicle.cjs`)) continue;
    const hasLauncher = kind === 'settings' && process.platform !== 'win32';
    const { ms, fault } = dryRun(
      hasLauncher ? [`${root}/hook`] : ['node', `${root}/hooks/dist/chronicle.cjs`],
      env.variables,
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
export function records({ paths, recording, own, checkout, env }: Looked): Check {
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
        ? `Nothing, since sessions were recorded afterwards. ${paths.failureLog} has all failures.`
        : `Fix what the message describes, then start a session. ${paths.failureLog} has all failures.`,
    });
  }
  const excludedBy = own.isExcludeLost ? null : exclusionOfSession(checkout, own, env);
  if (excludedBy !== null) {
    const isFile = /[\\/]\.no-chronicle$/.test(excludedBy);
    const why = isFile
      ? `because ${excludedBy} exists`
      : `because "exclude" in ${paths.settings} contains ${JSON.stringify(excludedBy)}`;
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
export function places({ paths }: Looked): Check {
  const findings: Finding[] = [];
  const { open, foreign, unwritable, leadingOut } = lookAtPlaces(paths);
  const named = (filePaths: readonly string[]) =>
    `${filePaths.slice(0, NAMED).join(', ')}${filePaths.length > NAMED ? ` and ${counted(filePaths.length - NAMED, 'more path')}` : ''}`;
  const quoted = (filePaths: readonly string[]) => filePaths.slice(0, NAMED).map(shellWord).join(' ');
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
  const free = freeSpace(paths.config);
  if (free !== null && free < NEARLY_FULL)
    findings.push({
      code: 'disk-full',
      level: free < FULL ? 'problem' : 'warning',
      what: `The disk with Claude Code's directory has ${free < FULL ? 'less than 1 MB' : `${Math.floor(free / MEGABYTE)} MB`} left. Once it is full, sessions are not recorded.`,
      advice: 'Free some disk space.',
    });
  const left = leftovers(paths).count;
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
export function ownSettings({ paths, own, env }: Looked): Check {
  const findings: Finding[] = configRemarks(paths, own, env.home).map((what, index) => {
    const isLost = own.isExcludeLost && index === 0;
    return {
      code: isLost ? 'exclude-lost' : 'own-settings',
      level: isLost ? 'problem' : 'warning',
      what,
      advice: `Edit ${paths.settings}.${isLost ? ' Nothing is recorded until it can be read.' : ''}`,
    };
  });
  if (readRecord(paths) === null)
    findings.push({
      code: 'record-broken',
      level: 'warning',
      what: `${paths.install} is not what chronicle init wrote. Without it, chronicle uninstall cannot restore files byte for byte.`,
      advice: `Delete ${paths.install}, then run chronicle init.`,
    });
  return { name: 'Settings', fine: 'as they should be', findings };
}

/** As long as Claude Code waits for the hook (ms). */
const PATIENCE = 10_000;

/** Variables of a running session, and of npm if it started this process. */
const NOT_PASSED = /^(?:CLAUDE|CHRONICLE_|AI_AGENT$|npm_|INIT_CWD$)/;

/** How a session's start went, in an empty home. */
export interface DryRun {
  ms: number;
  /** Why it failed, as a sentence; null if it did its work. */
  fault: string | null;
}

/**
 * Starts a session as Claude Code would, with the program that an installation names, in a temporary home: its chronicle must
 * be there afterwards, and the agent be told of it. Leaves nothing behind.
 */
function dryRun([command = '', ...args]: readonly string[], env: Record<string, string | undefined>): DryRun {
  const home = mkdtempSync(join(tmpdir(), 'chronicle-doctor-'));
  try {
    const [config, project] = [join(home, '.claude'), join(home, 'project')];
    for (const directory of [config, project]) mkdirSync(directory);
    const passed = Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_PASSED.test(name)));
    const session = { session_id: 'doctor', transcript_path: join(home, 'none.jsonl'), cwd: project };
    const from = performance.now();
    const ran = spawnSync(command, [...args, 'session-start'], {
      input: JSON.stringify({ ...session, hook_event_name: 'SessionStart', source: 'startup' }),
      cwd: project,
      env: { ...passed, HOME: home, CLAUDE_CONFIG_DIR: config, CLAUDE_PROJECT_DIR: project },
      timeout: PATIENCE,
      killSignal: 'SIGKILL',
      encoding: 'utf8',
      windowsHide: true,
    });
    return { ms: performance.now() - from, fault: dryRunFault(command, ran, config) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function dryRunFault(command: string, ran: ReturnType<typeof spawnSync>, config: string): string | null {
  const { error, signal, status } = ran;
  if (signal) return `it took longer than ${PATIENCE / 1000} s.`;
  if (error) return `${command} did not start (${'code' in error ? String(error.code) : error.message}).`;
  const said = oneLine(String(ran.stderr).replace(/^session-chronicle: /, '')).trim();
  if (status !== 0) return said === '' ? `it ended with exit code ${status}.` : said;
  const { projects } = pathsOf(config);
  const isRecorded =
    namesIn(projects).length > 0 && projectsIn(projects).some((each) => chronicleNames(each.chronicle).length > 0);
  if (!isRecorded) return 'it created no chronicle.';
  return String(ran.stdout).includes('"additionalContext"') ? null : 'it printed no reminder for the agent.';
}
