import type { HealthFinding } from './health-finding.ts';

/** One way in which Claude Code comes to run our hooks. */
export interface InstallationFact {
  kind: 'settings' | 'plugin';
  /** The settings file, or the plugin's directory. */
  path: string;
  version: string | null;
  state: 'current' | 'outdated' | 'broken';
  /** Sentences. */
  faults: readonly string[];
}

/** A settings file of Claude Code, as far as it decides whether hooks run at all. */
export interface SettingsFact {
  path: string;
  /** Why it cannot be read, as the end of a sentence. */
  fault: string | null;
  /** Whether it says so and no other file, that counts more, takes it back. */
  disablesHooks: boolean;
  /** Likewise the plugins of ours that it switches off, such as `session-chronicle@market`. */
  disabledPlugins: readonly string[];
}

interface InstallationFacts {
  installations: readonly InstallationFact[];
  settings: readonly SettingsFact[];
  /** The version of the package that looks. */
  version: string;
}

/** Whether Claude Code runs our hooks, once and all of them. */
export function installationFindings({ installations, settings, version }: InstallationFacts): HealthFinding[] {
  return [
    ...settings.flatMap(unreadable),
    ...settings.flatMap(disabling),
    ...settings.flatMap((file) => disabledPlugins(file, installations.length > 0)),
    // What stands in a file that cannot be read is not for us to say.
    ...(installations.length === 0 && settings.every(({ fault }) => fault === null) ? [notInstalled()] : []),
    ...installations.filter((each) => !isNamed(each, settings)).flatMap((each) => stateOf(each, version)),
    ...twice(installations),
  ];
}

function unreadable({ path, fault }: SettingsFact): HealthFinding[] {
  if (fault === null) return [];
  return [
    {
      code: 'settings-unreadable',
      level: 'problem',
      what: `${path} ${fault}.`,
      why: 'Claude Code ignores such a file, and with it the hooks in it.',
      mend: `Repair that place in ${path} by hand; nothing of ours writes to it until it can be read.`,
    },
  ];
}

function disabling({ path, disablesHooks }: SettingsFact): HealthFinding[] {
  if (!disablesHooks) return [];
  return [
    {
      code: 'hooks-disabled',
      level: 'problem',
      what: `${path} has "disableAllHooks": true.`,
      why: 'Claude Code then runs no hook of anybody, and sessions leave no record.',
      mend: `Take "disableAllHooks" out of ${path}.`,
    },
  ];
}

/** Whoever has hooks by other means may have meant it. */
function disabledPlugins({ path, disabledPlugins }: SettingsFact, hasOthers: boolean): HealthFinding[] {
  return disabledPlugins.map((plugin) => ({
    code: 'plugin-disabled',
    level: hasOthers ? 'note' : 'warning',
    what: `${path} switches the plugin ${plugin} off.`,
    why: 'Its hooks do not run.',
    mend: `claude plugin enable ${plugin}`,
  }));
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

/** Whether what is wrong with the file itself is said already. */
function isNamed({ path }: InstallationFact, settings: readonly SettingsFact[]): boolean {
  return settings.some((file) => file.path === path && (file.fault !== null || file.disablesHooks));
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
  return /^The hooks in |disableAllHooks|comments or trailing commas|loads no hook of it/.test(fault);
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
      mend: 'chronicle uninstall takes them out of the settings; claude plugin uninstall session-chronicle removes the plugin.',
    },
  ];
}

/** Whether a version such as `1.10.0` comes after another. */
function isNewer(version: string | null, than: string): boolean {
  return version !== null && version.localeCompare(than, 'en', { numeric: true }) > 0;
}
