import type { HealthFinding } from './health-finding.ts';
import { type SettingsFact, settingsFindings } from './settings-findings.ts';

/** One way in which Claude Code comes to run our hooks. */
export interface InstallationFact {
  kind: 'settings' | 'plugin';
  /** The settings file, or the plugin's directory. */
  path: string;
  version: string | null;
  state: 'current' | 'outdated' | 'broken';
  /** Sentences. */
  faults: readonly string[];
  /** Whether its hooks are for all people of a project and do nothing, since this user has not run `chronicle init`. */
  isWaiting?: boolean;
}

interface InstallationFacts {
  installations: readonly InstallationFact[];
  settings: readonly SettingsFact[];
  /** The version of the package that looks. */
  version: string;
  unfinished: UnfinishedFact | null;
}

/** A settings file without hooks of ours, of which the record of `chronicle init` says that it has some. */
export interface UnfinishedFact {
  settings: string;
  record: string;
}

/** Whether Claude Code runs our hooks, once and all of them. */
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
  // What stands in a file that cannot be read, or in hooks of somebody's own, is not for us to say.
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
    what: `${settings} has no hook of session-chronicle, though ${record} says that chronicle init put some there: chronicle uninstall or init was cut off, or somebody took them out.`,
    why: `${hasOthers ? 'What' : 'Sessions leave no record, and what'} else chronicle init put in is still there.`,
    mend: 'To take out the rest:\nchronicle uninstall\nTo have the hooks again:\nchronicle init',
  };
}

function waiting({ path }: InstallationFact): HealthFinding {
  return {
    code: 'awaits-init',
    level: 'note',
    what: `The hooks in ${path} are for all people of the project, and wait for chronicle init: you have not run it.`,
    why: 'Until then they do nothing, and your sessions here leave no record by them.',
    mend: 'chronicle init',
  };
}

function notInstalled(): HealthFinding {
  return {
    code: 'not-installed',
    level: 'problem',
    what: 'Claude Code runs no hook of session-chronicle: there is none in its settings, and no plugin of ours is enabled.',
    why: 'Sessions leave no record.',
    mend: 'chronicle init',
  };
}

/** The files whose hooks Claude Code takes none of, where nothing else records. */
function idleIn(installations: readonly InstallationFact[]): ReadonlySet<string> {
  if (installations.some(({ state }) => state !== 'broken')) return new Set();
  return new Set(installations.filter(({ faults }) => faults.some(isOfNoHook)).map(({ path }) => path));
}

/** Whether what is wrong with the file itself is said already, and nothing is wrong with the copy. */
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
  const [first = `The installation in ${path} is not as it should be.`, ...others] = faults;
  // The sentence ends with its remedy where there is one.
  const [, what = first, command = 'chronicle init'] =
    /^(.*) Run ((?:chronicle|claude plugin) .*)\.$/s.exec(first) ?? [];
  if (state === 'outdated' && isNewer(installed, version)) {
    return [
      {
        code: 'installation-newer',
        level: 'note',
        what,
        why: 'What you run here knows less than the hooks do.',
        mend: 'Install the newest session-chronicle here too, or run the chronicle of that installation.',
      },
    ];
  }
  const isBroken = state === 'broken';
  return [
    {
      code: isBroken ? 'installation-broken' : 'installation-outdated',
      level: isBroken ? 'problem' : 'warning',
      what: [what, ...others].join(' '),
      why: isBroken ? 'Sessions leave no record.' : 'Hooks lack what has been mended and added since.',
      mend: command,
      ...(kind === 'settings' && !faults.some(isOfSettings) ? { fix: 'app' as const } : {}),
    },
  ];
}

/** Whether a new copy leaves it as it is: only `chronicle init` and the owner write settings. */
function isOfSettings(fault: string): boolean {
  return /^The hooks in |disableAllHooks|does not load a settings file/.test(fault) || isOfNoHook(fault);
}

function isOfNoHook(fault: string): boolean {
  return fault.includes('loads no hook of it');
}

function twice(installations: readonly InstallationFact[]): HealthFinding[] {
  const settings = installations.find(({ kind }) => kind === 'settings');
  const plugin = installations.find(({ kind }) => kind === 'plugin');
  if (!settings || !plugin) return [];
  return [
    {
      code: 'installed-twice',
      level: 'note',
      what: `Hooks are installed twice: in ${settings.path}, and by the plugin in ${plugin.path}.`,
      why: 'Each session is recorded once all the same; the second hook only costs its time.',
      mend: 'To be without those in settings:\nchronicle uninstall\nTo be without the plugin:\nclaude plugin uninstall session-chronicle',
    },
  ];
}

/** Whether a version such as `1.10.0` comes after another. */
function isNewer(version: string | null, than: string): boolean {
  return version !== null && version.localeCompare(than, 'en', { numeric: true }) > 0;
}

/** An instruction file in which a marker of our section is not as it should be. */
export interface SectionFact {
  path: string;
  /** From 1. */
  line: number;
  /** A sentence without its full stop. */
  message: string;
}

/** Sections that neither `chronicle init` nor `chronicle uninstall` touches any more. */
export function sectionFindings(facts: readonly SectionFact[]): HealthFinding[] {
  return facts.map(({ path, line, message }) => ({
    code: 'section-broken',
    level: 'warning',
    what: `${path}:${line}: ${message}.`,
    why: 'chronicle init and chronicle uninstall refuse such a file, since they cannot tell where the section ends.',
    mend: `Mend the marker in line ${line} of ${path}, or take the section out by hand.`,
  }));
}
