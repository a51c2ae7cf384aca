import { otherHooksRemark } from '../install/other-hooks.ts';
import type { HealthFinding } from './health-finding.ts';
import { shellWord } from './health-finding.ts';

/** A settings file of Claude Code, as far as it decides whether hooks run at all. */
export interface SettingsFact {
  path: string;
  /** Why it cannot be read, or takes no hooks, as the end of a sentence. */
  fault: string | null;
  /** Whether Claude Code reads it all the same, and only `chronicle init` refuses it. */
  isLoaded?: boolean;
  /** Whether its owner may not write to it. */
  isReadOnly?: boolean;
  /** The lines of hooks that are not of `chronicle init` and run chronicle as well. */
  others?: readonly number[];
  /** The lines of such hooks whose program is not there. */
  lost?: readonly number[];
  /** Whether it says so and no other file, that counts more, takes it back. */
  disablesHooks: boolean;
  /** Likewise the plugins of ours that it switches off, such as `session-chronicle@market`. */
  disabledPlugins: readonly string[];
}

/** What is known of installations, by which a fault of settings weighs more or less. */
interface Installed {
  /** No settings name hooks of ours, and no plugin has any. */
  isNone: boolean;
  /** Hooks of ours run, or would if they were sound. */
  isAny: boolean;
  /** The settings files with hooks that are as they should be. */
  current: ReadonlySet<string>;
  /** The settings files whose hooks Claude Code takes none of, though nothing else records. */
  idle: ReadonlySet<string>;
}

/** What in Claude Code's settings keeps hooks from running or from being put there, or does their work again. */
export function settingsFindings(
  settings: readonly SettingsFact[],
  { isNone, isAny, current, idle }: Installed,
): HealthFinding[] {
  return [
    ...settings.flatMap((file) => unreadable(file, isNone, idle.has(file.path))),
    ...settings.flatMap(disabling),
    ...settings.flatMap((file) => disabledPlugins(file, isAny)),
    ...settings.flatMap((file) => readOnly(file, current.has(file.path))),
    ...settings.flatMap(failing),
    ...settings.flatMap(({ path, others = [] }) =>
      otherHooksRemark(path, others).map((what) => runsAsWell(path, what, isAny)),
    ),
  ];
}

/** One that Claude Code reads all the same matters where hooks are to go, and that may be another file. */
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
        why: `${isIdle ? 'Sessions leave no record: no hook of session-chronicle runs. ' : ''}chronicle init puts no hook there, and chronicle uninstall takes none out.`,
        mend: `Edit ${path} there, then run chronicle init.`,
      },
    ];
  }
  return [
    {
      code: 'settings-unreadable',
      level: 'problem',
      what: `${path} ${fault}.`,
      why: 'Claude Code reads plain JSON only, so it ignores this file and every hook in it.',
      mend: `Edit ${path} there, then run chronicle init.`,
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

/** Where the hooks are as they should be, it matters only once they are to go. */
function readOnly({ path, isReadOnly = false }: SettingsFact, isCurrent: boolean): HealthFinding[] {
  if (!isReadOnly) return [];
  return [
    {
      code: 'settings-read-only',
      level: isCurrent ? 'note' : 'warning',
      what: `${path} is read-only.`,
      why: isCurrent
        ? 'chronicle uninstall leaves such a file as it is, and takes no hook out of it.'
        : 'chronicle init leaves such a file as it is, and puts no hook there.',
      mend: `chmod u+w ${shellWord(path)}`,
    },
  ];
}

function failing({ path, lost = [] }: SettingsFact): HealthFinding[] {
  return lost.map((line) => ({
    code: 'lost-hook',
    level: 'warning',
    what: `${path}:${line}: this hook runs chronicle from a place where it is not.`,
    why: 'It records nothing and fails in every session.',
    mend: `Take it out of ${path} there; chronicle init and chronicle uninstall leave it, as it is not of chronicle init.`,
  }));
}

/** Beside hooks of ours they do everything twice; alone they are somebody's own way. */
function runsAsWell(path: string, what: string, isTwice: boolean): HealthFinding {
  return {
    code: 'other-hooks',
    level: isTwice ? 'warning' : 'note',
    what: isTwice ? what : what.replace(/ and runs chronicle as well(.*)\. Take it out.*$/, ' and runs chronicle$1.'),
    why: isTwice
      ? 'The agent is reminded twice, and every event of a session is answered twice.'
      : 'chronicle init knows nothing of it, and nothing keeps it up to date.',
    mend: isTwice ? `Edit ${path} there.` : `Take it out of ${path}, and run chronicle init.`,
  };
}
