/** Whether sessions are recorded: what is installed, whether it runs, and whether it can write. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HARVEST_EVENT } from '#src/import/transcript-queue.ts';
import { hasFullTextSearch } from '#src/index/schema.ts';
import { chronicleNames, projectsIn } from '#src/format/projects.ts';
import { listed } from '#src/lib/listed.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, localMinute } from '#src/lib/text/day.ts';
import { shellWord } from '#src/lib/words.ts';
import { exclusionOfSession } from '#src/record/exclusion.ts';
import { configRemarks } from './config-remarks.ts';
import type { Finding, Looked } from './finding.ts';
import { leftovers, ownFiles } from './forget/own-files.ts';
import { readRecord } from './install-record.ts';
import type { Installation } from './installations.ts';
import { freeSpace, lookAtPlaces } from './places.ts';

const MEGABYTE = 1024 * 1024;
/** A chronicle takes a few kB, a build of the site tens of MB. */
const FULL = MEGABYTE;
const NEARLY_FULL = 100 * MEGABYTE;
/** The most paths to name in a sentence. */
const NAMED = 5;

/** Claude Code has our hooks, loads them, and they are of this version. */
export function installed({
  paths,
  installations,
  settings: { files, hooksOffIn },
}: Pick<Looked, 'paths' | 'installations' | 'settings'>): string | Finding {
  const working = existsSync(paths.app) ? installations : installations.filter(({ isShared }) => !isShared);
  const runs = working.some(({ state }) => state !== 'broken');
  if (hooksOffIn !== null)
    return {
      code: 'hooks-disabled',
      level: 'problem',
      what: `${hooksOffIn} has "disableAllHooks": true, so sessions are not recorded.`,
      advice: `Remove "disableAllHooks" from ${hooksOffIn}.`,
    };
  const unread = files.find(({ fault }) => fault !== null);
  if (unread)
    return {
      code: 'settings-unreadable',
      level: runs ? 'warning' : 'problem',
      what: `${unread.path} ${unread.fault}. Claude Code may ignore it and every hook in it, and chronicle init cannot change it.`,
      advice: `Correct that place in ${unread.path} by hand, then run chronicle init.`,
    };
  if (installations.length === 0)
    return {
      code: 'not-installed',
      level: 'problem',
      what: 'session-chronicle is not installed: Claude Code has neither its hooks nor its plugin, so sessions are not recorded.',
      advice: 'chronicle init',
    };
  const faulty = working.find(({ state }) => state === 'broken') ?? working.find(({ state }) => state === 'outdated');
  if (faulty) return faultOf(faulty);
  if (working.length === 0)
    return {
      code: 'awaits-init',
      level: 'note',
      what: `The project's shared hooks in ${installations[0]?.path} do nothing until you run chronicle init.`,
      advice: 'chronicle init',
    };
  const [hooks, plugin] = (['settings', 'plugin'] as const).map((kind) => working.find((each) => each.kind === kind));
  if (hooks && plugin)
    return {
      code: 'installed-twice',
      level: 'note',
      what: `Hooks are installed twice, in ${hooks.path} and as the plugin in ${plugin.path}. Each session is still recorded once.`,
      advice: 'chronicle uninstall, or claude plugin uninstall session-chronicle',
    };
  const names = working.map(({ kind, version, path }) => {
    const how = kind === 'plugin' ? 'as a plugin' : 'with hooks';
    return `${version ?? 'unknown version'} ${how} in ${path}`;
  });
  return listed(names);
}

function faultOf({ state, fault, advice, isOfCopy }: Installation): Finding {
  const isBroken = state === 'broken';
  return {
    code: isBroken ? 'installation-broken' : 'installation-outdated',
    level: isBroken ? 'problem' : 'warning',
    what: isBroken ? `${fault} Sessions are not recorded.` : (fault ?? ''),
    advice,
    ...(isOfCopy ? { fix: 'app' as const } : {}),
  };
}

/** A session's start, run for each kind of installation in a temporary home. */
export function runs({ paths, installations, env }: Looked): string | Finding {
  const times: string[] = [];
  for (const kind of ['settings', 'plugin'] as const) {
    const found = installations.find((each) => each.kind === kind);
    const root = kind === 'plugin' ? found?.path : paths.app;
    if (!found || root === undefined || !existsSync(`${root}/hooks/dist/chronicle.cjs`)) continue;
    const hasLauncher = kind === 'settings' && process.platform !== 'win32';
    const command = hasLauncher ? [`${root}/hook`] : ['node', `${root}/hooks/dist/chronicle.cjs`];
    const { ms, fault } = dryRun(command, env.variables);
    if (fault !== null)
      return {
        code: 'hook-fails',
        level: 'problem',
        what: `Starting a session with the ${kind === 'plugin' ? 'plugin' : 'hooks in the settings'} fails: ${fault}`,
        advice: kind === 'settings' ? 'chronicle init' : 'claude plugin update session-chronicle, or chronicle init',
      };
    times.push(`${Math.round(ms)} ms`);
  }
  return times.length === 0 ? 'nothing to run' : `a session starts in ${listed(times)} (tried in an empty home)`;
}

/** Whether sessions were recorded lately, and here. */
export function records({
  paths,
  recording,
  own,
  checkout,
  env,
}: Pick<Looked, 'paths' | 'recording' | 'own' | 'checkout' | 'env'>): string | Finding {
  const { lastCapture, isFailing } = recording;
  const failures = recording.failures.filter(({ event }) => event !== HARVEST_EVENT);
  const [newest] = failures;
  const isOver = !isFailing && newest && lastCapture !== null && Date.parse(lastCapture.at) > Date.parse(newest.at);
  const excludedBy = own.isExcludeLost ? null : exclusionOfSession(checkout, own, env);
  if (excludedBy !== null && !isFailing) {
    const isFile = /[\\/]\.no-chronicle$/.test(excludedBy);
    const why = isFile
      ? `because ${excludedBy} exists`
      : `because "exclude" in ${paths.settings} contains ${JSON.stringify(excludedBy)}`;
    return {
      code: 'excluded-here',
      level: 'note',
      what: `Sessions in this directory are not recorded, ${why}.`,
      advice: isFile
        ? `rm -r ${shellWord(excludedBy)}, to record sessions here`
        : `Remove ${JSON.stringify(excludedBy)} from "exclude", to record sessions here.`,
    };
  }
  if (newest)
    return {
      code: isFailing ? 'recording-fails' : 'failures',
      level: isFailing ? 'problem' : isOver ? 'note' : 'warning',
      what: `Hooks failed ${counted(failures.length, 'time')} in 30 days. ${isFailing ? 'No session has been recorded since. ' : ''}Last failure: ${newest.event} on ${localMinute(newest.at)}, ${newest.code}: ${newest.message}`,
      advice: isOver
        ? `Nothing, since sessions were recorded afterwards. ${paths.failureLog} has all failures.`
        : `Fix what the message describes, then start a session. ${paths.failureLog} has all failures.`,
    };
  return lastCapture
    ? `last session ${localMinute(lastCapture.at)} in ${clip(oneLine(lastCapture.project), 40)}`
    : 'no session yet';
}

/** Our files can be written, are private, and there is room for them. */
export function places({ paths }: Looked): string | Finding {
  const { open, foreign, unwritable, leadingOut } = lookAtPlaces(paths);
  const named = (filePaths: readonly string[]) =>
    `${filePaths.slice(0, NAMED).join(', ')}${filePaths.length > NAMED ? ` and ${counted(filePaths.length - NAMED, 'more path')}` : ''}`;
  const quoted = (filePaths: readonly string[]) => filePaths.slice(0, NAMED).map(shellWord).join(' ');
  const free = freeSpace(paths.config) ?? Number.POSITIVE_INFINITY;
  if (unwritable.length > 0)
    return {
      code: 'not-writable',
      level: 'problem',
      what: `You have no permission to write to ${named(unwritable)}, so hooks cannot write there.`,
      advice: `chmod u+rwx ${quoted(unwritable)}`,
    };
  if (leadingOut.length > 0)
    return {
      code: 'leads-out',
      level: 'problem',
      what: `A symbolic link points outside Claude Code's directory, and hooks do not write through it: ${named(leadingOut)}.`,
      advice: 'Replace it with a directory. To keep everything elsewhere, set CLAUDE_CONFIG_DIR.',
    };
  if (free < NEARLY_FULL)
    return {
      code: 'disk-full',
      level: free < FULL ? 'problem' : 'warning',
      what: `The disk with Claude Code's directory has ${free < FULL ? 'less than 1 MB' : `${Math.floor(free / MEGABYTE)} MB`} left. Once it is full, sessions are not recorded.`,
      advice: 'Free some disk space.',
    };
  if (foreign.length > 0)
    return {
      code: 'foreign-owner',
      level: 'warning',
      what: `Another user owns ${named(foreign)}. Perhaps a command ran as root.`,
      advice: `sudo chown -R "$(id -un)" ${quoted(foreign)}`,
    };
  if (open.length > 0)
    return {
      code: 'open-to-others',
      level: 'warning',
      what: `Other users of this machine may enter ${named(open)}.`,
      advice: 'chronicle doctor --fix',
      fix: 'modes',
    };
  const left = leftovers(paths, ownFiles(paths)).length;
  if (left > 0)
    return {
      code: 'leftovers',
      level: 'note',
      what: `${counted(left, 'temporary file or lock', 'temporary files and locks')} left by processes that have ended may contain private text.`,
      advice: 'chronicle doctor --fix',
      fix: 'leftovers',
    };
  if (!hasFullTextSearch())
    return {
      code: 'no-search-index',
      level: 'note',
      what: `Node ${process.versions.node} has no full-text search, so list, show, search and recall do not work. Recording does.`,
      advice: 'Install Node 22.16 or newer.',
    };
  return 'private, and writable';
}

/** `config.json` and `install.json`. */
export function ownSettings({ paths, own, env }: Pick<Looked, 'paths' | 'own' | 'env'>): string | Finding {
  const [what] = configRemarks(paths, own, env.home);
  if (what !== undefined)
    return {
      code: own.isExcludeLost ? 'exclude-lost' : 'own-settings',
      level: own.isExcludeLost ? 'problem' : 'warning',
      what,
      advice: `Edit ${paths.settings}.${own.isExcludeLost ? ' Nothing is recorded until it can be read.' : ''}`,
    };
  if (readRecord(paths) === null)
    return {
      code: 'record-broken',
      level: 'warning',
      what: `${paths.install} is not what chronicle init wrote. Without it, chronicle uninstall cannot restore files byte for byte.`,
      advice: `Delete ${paths.install}, then run chronicle init.`,
    };
  return 'as they should be';
}

/** As long as Claude Code waits for the hook (ms). */
const PATIENCE = 10_000;

/** Variables of a running session, and of npm if it started this process. */
const NOT_PASSED = /^(?:CLAUDE|CHRONICLE_|AI_AGENT$|npm_|INIT_CWD$)/;

/**
 * Starts a session as Claude Code would, with the program that an installation names, in a temporary home: its chronicle must
 * be there afterwards, and the agent be told of it. Leaves nothing behind. `fault` is a sentence; null if it did its work.
 */
function dryRun([command = '', ...args]: readonly string[], env: Record<string, string | undefined>) {
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
  const found = projectsIn(pathsOf(config).projects);
  if (!found.some((each) => chronicleNames(each.chronicle).length > 0)) return 'it created no chronicle.';
  return String(ran.stdout).includes('"additionalContext"') ? null : 'it printed no reminder for the agent.';
}
