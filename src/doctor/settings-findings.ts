import { otherHooksRemark } from '../install/other-hooks.ts';
import { shellWord } from '../value/shell-word.ts';
import type { HealthFinding } from './health-finding.ts';

/** What a settings file of Claude Code says about running hooks. */
export interface SettingsFact {
  path: string;
  /** Why it cannot be used, as the end of a sentence; null if it can. */
  fault: string | null;
  /** Whether Claude Code loads it anyway, and only `chronicle init` refuses it. */
  isLoaded?: boolean;
  /** Why it cannot be changed: it is read-only, or belongs to another user. */
  locked?: 'read-only' | 'foreign' | null;
  /** The lines of hooks that run chronicle but were not written by `chronicle init`. */
  others?: readonly number[];
  /** The lines of such hooks whose program does not exist. */
  lost?: readonly number[];
  /** Whether it disables all hooks and no file with higher precedence enables them. */
  disablesHooks: boolean;
  /** Our plugins that it disables in the same way, such as `session-chronicle@market`. */
  disabledPlugins: readonly string[];
}

/** What is installed; it decides how serious a fault in settings is. */
interface Installed {
  /** There are no hooks in settings and no plugin. */
  isNone: boolean;
  /** There are hooks or a plugin, working or not. */
  isAny: boolean;
  /** The settings files whose hooks are current. */
  current: ReadonlySet<string>;
  /** The settings files whose hooks Claude Code does not load, if nothing else records. */
  idle: ReadonlySet<string>;
}

/** Settings that stop hooks, cannot take hooks, or run them twice. */
export function settingsFindings(
  settings: readonly SettingsFact[],
  { isNone, isAny, current, idle }: Installed,
): HealthFinding[] {
  return [
    ...settings.flatMap((file) => unreadable(file, isNone, idle.has(file.path))),
    ...settings.flatMap(disabling),
    ...settings.flatMap((file) => disabledPlugins(file, isAny)),
    ...settings.flatMap((file) => lockedFile(file, current.has(file.path))),
    ...settings.flatMap(failing),
    ...settings.flatMap(({ path, others = [] }) =>
      otherHooksRemark(path, others).map((what) => runsAsWell(path, what, isAny)),
    ),
  ];
}

/** If Claude Code loads the file anyway, the fault matters only for the hooks that belong in it. */
function unreadable(
  { path, fault, isLoaded = false }: SettingsFact,
  isNoneInstalled: boolean,
  isIdle: boolean,
): HealthFinding[] {
  if (fault === null) return [];
  if (isLoaded) {
    return [
      {
        code: 'settings-unfit',
        level: isNoneInstalled || isIdle ? 'problem' : 'warning',
        what: `${path} ${fault}.`,
        why: `${isIdle ? 'Sessions are not recorded, because no session-chronicle hook runs. ' : ''}chronicle init and uninstall do not change such a file.`,
        advice: `Correct that place in ${path} by hand, then run chronicle init.`,
      },
    ];
  }
  return [
    {
      code: 'settings-unreadable',
      level: 'problem',
      what: `${path} ${fault}.`,
      why: 'Claude Code reads plain JSON only, so it ignores this file and every hook in it.',
      advice: `Correct that place in ${path} by hand, then run chronicle init.`,
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
      why: 'Claude Code runs no hooks at all, so sessions are not recorded.',
      advice: `Remove "disableAllHooks" from ${path}.`,
    },
  ];
}

/** With hooks in settings, the plugin may be off on purpose. */
function disabledPlugins({ path, disabledPlugins }: SettingsFact, hasOthers: boolean): HealthFinding[] {
  return disabledPlugins.map((plugin) => ({
    code: 'plugin-disabled',
    level: hasOthers ? 'note' : 'warning',
    what: `${path} disables the plugin ${plugin}.`,
    why: 'Its hooks do not run.',
    advice: `claude plugin enable ${plugin}`,
  }));
}

/** If the hooks are current, this matters only for an uninstall. */
function lockedFile({ path, locked = null }: SettingsFact, isCurrent: boolean): HealthFinding[] {
  if (locked === null) return [];
  return [
    {
      code: 'settings-read-only',
      level: isCurrent ? 'note' : 'warning',
      what: locked === 'foreign' ? `${path} belongs to another user.` : `${path} is read-only.`,
      why: isCurrent ? 'chronicle uninstall cannot remove the hooks in it.' : 'chronicle init cannot add hooks to it.',
      advice: locked === 'foreign' ? `sudo chown "$(id -un)" ${shellWord(path)}` : `chmod u+w ${shellWord(path)}`,
    },
  ];
}

function failing({ path, lost = [] }: SettingsFact): HealthFinding[] {
  return lost.map((line) => ({
    code: 'lost-hook',
    level: 'warning',
    what: `${path}:${line}: this hook runs a chronicle program that does not exist.`,
    why: 'It fails in every session and records nothing.',
    advice: `Remove it from ${path} by hand. chronicle init and uninstall change only the hooks that init wrote.`,
  }));
}

/** Next to our hooks they do everything twice. Alone they are somebody's own setup. */
function runsAsWell(path: string, what: string, isTwice: boolean): HealthFinding {
  return {
    code: 'other-hooks',
    level: isTwice ? 'warning' : 'note',
    what: what.replace(/\. Remove it.*$/, '.'),
    why: isTwice
      ? 'The agent is reminded twice, and every hook runs twice.'
      : 'chronicle init did not write it and does not keep it up to date.',
    advice: isTwice ? `Remove it from ${path} by hand.` : `Remove it from ${path} by hand, then run chronicle init.`,
  };
}
