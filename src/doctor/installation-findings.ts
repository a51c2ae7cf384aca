import { isLayerDifference } from '../install/hook-difference.ts';
import type { HealthFinding } from './health-finding.ts';
import { type SettingsFact, settingsFindings } from './settings-findings.ts';

/** Hooks in a settings file, or a plugin. */
export interface InstallationFact {
  kind: 'settings' | 'plugin';
  /** The settings file, or the plugin's directory. */
  path: string;
  version: string | null;
  state: 'current' | 'outdated' | 'broken';
  /** What is wrong, in sentences. */
  faults: readonly string[];
  /** Whether these are the shared hooks of a project, idle until this user runs `chronicle init`. */
  isWaiting?: boolean;
}

interface InstallationFacts {
  installations: readonly InstallationFact[];
  settings: readonly SettingsFact[];
  /** The version of this package. */
  version: string;
  unfinished: UnfinishedFact | null;
}

/** A settings file without our hooks, although `install.json` says that `chronicle init` added them. */
export interface UnfinishedFact {
  settings: string;
  record: string;
}

/** Hooks that Claude Code does not run, runs twice, or runs in another version. */
export function installationFindings({
  installations: all,
  settings,
  version,
  unfinished,
}: InstallationFacts): HealthFinding[] {
  const installations = all.filter(({ isWaiting }) => !isWaiting);
  const isNone = all.length === 0;
  const isAny = installations.length > 0;
  const current = new Set(all.filter(({ state }) => state === 'current').map(({ path }) => path));
  // A file that cannot be read, or hooks written by hand, may record all the same.
  const isMissing =
    isNone && !unfinished && settings.every(({ fault, others = [] }) => fault === null && others.length === 0);
  return [
    ...settingsFindings(settings, { isNone, isAny, current, idle: idleIn(installations) }),
    ...(unfinished ? [cutOff(unfinished, isAny)] : []),
    ...(isMissing ? [notInstalled()] : []),
    ...all.filter(({ isWaiting }) => isWaiting).map(waiting),
    ...installations.filter((each) => !isNamed(each, settings)).flatMap((each) => stateOf(each, version)),
    ...twice(installations),
  ];
}

function cutOff({ settings, record }: UnfinishedFact, hasOthers: boolean): HealthFinding {
  return {
    code: 'half-installed',
    level: hasOthers ? 'warning' : 'problem',
    what: `${settings} has no session-chronicle hooks, although ${record} says chronicle init added them. Either init or uninstall was interrupted, or someone removed them.`,
    why: `${hasOthers ? 'The' : 'Sessions are not recorded, and the'} other parts of the installation are still there.`,
    advice: 'To install the hooks again:\nchronicle init\nTo remove the rest:\nchronicle uninstall',
  };
}

function waiting({ path }: InstallationFact): HealthFinding {
  return {
    code: 'awaits-init',
    level: 'note',
    what: `The project's shared hooks in ${path} do nothing until you run chronicle init.`,
    why: 'They do not record your sessions here.',
    advice: 'chronicle init',
  };
}

function notInstalled(): HealthFinding {
  return {
    code: 'not-installed',
    level: 'problem',
    what: 'session-chronicle is not installed: Claude Code has neither its hooks nor its plugin.',
    why: 'Sessions are not recorded.',
    advice: 'chronicle init',
  };
}

/** The settings files whose hooks Claude Code does not load, if nothing else records. */
function idleIn(installations: readonly InstallationFact[]): ReadonlySet<string> {
  if (installations.some(({ state }) => state !== 'broken')) return new Set();
  return new Set(installations.filter(({ faults }) => faults.some(isNotLoaded)).map(({ path }) => path));
}

/** Whether a finding about the settings file says it all, because the copy is fine. */
function isNamed({ path, faults }: InstallationFact, settings: readonly SettingsFact[]): boolean {
  const file = settings.find((each) => each.path === path);
  if (!file || file.disablesHooks) return file !== undefined;
  return file.fault !== null && (!file.isLoaded || faults.every(isOfSettings));
}

function stateOf(
  { kind, version: installed, path, state, faults }: InstallationFact,
  version: string,
): HealthFinding[] {
  if (state === 'current') return [];
  const [first = `The installation in ${path} is damaged.`, ...others] = faults;
  // The sentence may end with the command that fixes it.
  const [, what = first, command = 'chronicle init'] =
    /^(.*) Run ((?:chronicle|claude plugin) .*)\.$/s.exec(first) ?? [];
  if (state === 'outdated' && isNewer(installed, version)) {
    return [
      {
        code: 'installation-newer',
        level: 'note',
        what,
        why: 'This command is older than the hooks and may not understand what they write.',
        advice: 'Install the newest session-chronicle here too, or run the chronicle of that installation.',
      },
    ];
  }
  const isBroken = state === 'broken';
  return [
    {
      code: isBroken ? 'installation-broken' : 'installation-outdated',
      level: isBroken ? 'problem' : 'warning',
      what: [what, ...others].join(' '),
      why: whyOf(first, isBroken),
      advice: command,
      ...(kind === 'settings' && !faults.some(isOfSettings) ? { fix: 'app' as const } : {}),
    },
  ];
}

function whyOf(fault: string, isBroken: boolean): string {
  if (isBroken) return 'Sessions are not recorded.';
  if (isLayerDifference(fault))
    return 'Either a hook runs for nothing, or the agent misses what the layer promises it.';
  return 'Fixes and features added since are missing.';
}

/** Whether the fault is in the settings, which a new copy does not fix. */
function isOfSettings(fault: string): boolean {
  return /^The hooks in |disableAllHooks|does not load a settings file/.test(fault) || isNotLoaded(fault);
}

function isNotLoaded(fault: string): boolean {
  return fault.includes('does not load its hooks');
}

function twice(installations: readonly InstallationFact[]): HealthFinding[] {
  const settings = installations.find(({ kind }) => kind === 'settings');
  const plugin = installations.find(({ kind }) => kind === 'plugin');
  if (!settings || !plugin) return [];
  return [
    {
      code: 'installed-twice',
      level: 'note',
      what: `Hooks are installed twice: in ${settings.path} and as the plugin in ${plugin.path}.`,
      why: 'Each session is still recorded once; the second hook only costs time.',
      advice:
        'To keep the plugin only:\nchronicle uninstall\nTo keep the settings only:\nclaude plugin uninstall session-chronicle',
    },
  ];
}

/** Whether a version is newer than another: `1.10.0` than `1.9.0`. */
function isNewer(version: string | null, than: string): boolean {
  return version !== null && version.localeCompare(than, 'en', { numeric: true }) > 0;
}

/** A broken marker of the contract in an instruction file. */
export interface SectionFact {
  path: string;
  /** From 1. */
  line: number;
  /** A sentence without its full stop. */
  message: string;
}

/** Contracts with broken markers. */
export function sectionFindings(facts: readonly SectionFact[]): HealthFinding[] {
  return facts.map(({ path, line, message }) => ({
    code: 'section-broken',
    level: 'warning',
    what: `${path}:${line}: ${message}.`,
    why: 'chronicle init and uninstall do not touch the file, because they cannot tell where the section ends.',
    advice: `Fix the marker in line ${line} of ${path}, or delete the section by hand.`,
  }));
}
