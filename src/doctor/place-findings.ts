import { layoutOf } from '../project/paths.ts';
import { listed } from '../value/listed.ts';
import { shellWord } from '../value/shell-word.ts';
import type { HealthFinding } from './health-finding.ts';

/** Projects that share one directory below `projects`. */
export interface SharedDirectory {
  directory: string;
  roots: readonly string[];
}

/** A checkout that is gone, and the only one that is there with its remote, else with its name. */
export interface MovedCheckout {
  old: string;
  path: string;
  /** The remote of both; empty if they have only their name in common. */
  remote: string;
}

/** A checkout with sessions, or the one in which doctor runs. */
export interface CheckoutFact {
  root: string;
  isThere: boolean;
  /** Host and path of its git remote; empty without one. */
  remote: string;
}

/** Where each checkout that is gone may have been moved to. One with several candidates is left out. */
export function movedCheckouts(checkouts: readonly CheckoutFact[]): MovedCheckout[] {
  const there = checkouts.filter(({ isThere }) => isThere);
  return checkouts.flatMap(({ root: old, isThere, remote }) => {
    if (isThere) return [];
    const ofRemote = remote === '' ? [] : there.filter((each) => each.remote === remote);
    const ofName = there.filter(({ root }) => lastPart(root) === lastPart(old));
    const [only, ...others] = ofRemote.length > 0 ? ofRemote : ofName;
    if (!only || others.length > 0) return [];
    return [{ old, path: only.root, remote: ofRemote.length > 0 ? remote : '' }];
  });
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** A path that should be a directory and is not, and what chronicle keeps there. */
export interface BlockedFact {
  path: string;
  contains: 'copy' | 'skill';
}

/** A memory directory that `autoMemoryDirectory` moved. */
export interface MovedMemory {
  path: string;
  /** The settings file that moved it. */
  settings: string;
  /** Where it would be otherwise, and where chronicle looks. */
  usual: string;
}

export interface PlaceFacts {
  /** Claude Code's directory for this process. */
  config: string;
  /** The default directory, if it contains chronicles but is not the current one. */
  otherConfig: string | null;
  shared: readonly SharedDirectory[];
  /** Checkouts that may have been moved. */
  movedCheckouts: readonly MovedCheckout[];
  /** Files in the way of a directory that `chronicle init` needs. */
  blocked: readonly BlockedFact[];
  /** Where Claude Code keeps this project's memory instead of the usual place; null if it is there. */
  movedMemory: MovedMemory | null;
  /** What turns recording off here: the path of a file, or an entry of `exclude`; null for nothing. */
  excludedBy: string | null;
}

/** There is no place to write to. `refusal` is a sentence. */
export function noPlaceFinding(refusal: string): HealthFinding {
  return {
    code: 'no-config',
    level: 'problem',
    what: refusal,
    why: 'Until then nothing is recorded.',
    advice: 'Set HOME, or CLAUDE_CONFIG_DIR, to an absolute path.',
  };
}

/** A file in the way of a directory that everything else is in. */
export function obstacleFinding(path: string): HealthFinding {
  return {
    code: 'no-directory',
    level: 'problem',
    what: `${path} is not a directory.`,
    why: 'Nothing can be recorded or checked until a directory takes its place.',
    advice: movedAway(path),
  };
}

function blockedFinding({ path, contains }: BlockedFact): HealthFinding {
  const isCopy = contains === 'copy';
  return {
    code: 'no-directory',
    level: isCopy ? 'problem' : 'warning',
    what: `${path} is not a directory.`,
    why: isCopy
      ? 'chronicle init cannot install the hook scripts there.'
      : 'chronicle init cannot install the skill there.',
    advice: `${movedAway(path)}\nchronicle init`,
  };
}

function movedAway(path: string): string {
  return `Move the file away:\nmv ${shellWord(path)} ${shellWord(`${path}.old`)}`;
}

/** Chronicles that end up where their owner does not look, or nowhere. */
export function placeFindings({
  config,
  otherConfig,
  shared,
  movedCheckouts: moved,
  blocked,
  movedMemory,
  excludedBy,
}: PlaceFacts): HealthFinding[] {
  const findings: HealthFinding[] = blocked.map(blockedFinding);
  if (otherConfig !== null) {
    findings.push({
      code: 'two-config-directories',
      level: 'warning',
      what: `CLAUDE_CONFIG_DIR is ${config}, but ${otherConfig} contains chronicles too.`,
      why: 'Sessions started without the variable are recorded there and do not appear here.',
      advice: `Set CLAUDE_CONFIG_DIR everywhere or nowhere. To see both, add "roots": ["${layoutOf(otherConfig).projects}"] to config.json.`,
    });
  }
  for (const { directory, roots } of shared) {
    findings.push({
      code: 'shared-directory',
      level: 'warning',
      what: `${listed(roots)} share the directory ${directory} in Claude Code.`,
      why: 'chronicle tells them apart, but Claude Code loads the memories of both in each.',
      advice: 'Optional: rename one of the project directories.',
    });
  }
  for (const { old, path, remote } of moved) {
    const common = remote === '' ? 'of the same name' : `with its remote, ${remote},`;
    findings.push({
      code: 'moved-checkout',
      level: 'note',
      what: `${old} is gone, and there is a project ${common} in ${path}.`,
      why: 'If it was moved, its earlier sessions count as another project.',
      advice: `If so, add to ${settingsIn(config)}:\n"projects": { ${JSON.stringify(path)}: [${JSON.stringify(old)}] }`,
    });
  }
  if (movedMemory !== null) findings.push(movedMemoryFinding(movedMemory));
  if (excludedBy !== null) {
    findings.push({
      code: 'excluded-here',
      level: 'note',
      what: `Sessions in this directory are not recorded: ${exclusionIn(config, excludedBy)}.`,
      why: 'You excluded it.',
      advice: recordingAgain(config, excludedBy),
    });
  }
  return findings;
}

/** One such directory is shared by every project its settings file is for, so a rule in it belongs to no one project. */
function movedMemoryFinding({ path, settings, usual }: MovedMemory): HealthFinding {
  return {
    code: 'memory-moved',
    level: 'warning',
    what: `Claude Code keeps the memory of this project in ${path} ("autoMemoryDirectory" in ${settings}).`,
    why: `chronicle supports only ${usual}: memory elsewhere is not protected or counted, and Claude Code does not load what chronicle writes.`,
    advice: `Remove "autoMemoryDirectory" from ${settings}, and move the memory files to ${usual}.`,
  };
}

/** What excludes the directory, as the end of a sentence. */
function exclusionIn(config: string, excludedBy: string): string {
  if (isFile(excludedBy)) return `${excludedBy} exists`;
  return `"exclude" in ${settingsIn(config)} contains ${JSON.stringify(excludedBy)}`;
}

function recordingAgain(config: string, excludedBy: string): string {
  if (isFile(excludedBy)) return `To record sessions here:\nrm -r ${shellWord(excludedBy)}`;
  return `To record sessions here, edit ${settingsIn(config)}: remove ${JSON.stringify(excludedBy)} from "exclude".`;
}

/** Entries of `exclude` name directories. */
function isFile(excludedBy: string): boolean {
  return /[\\/]\.no-chronicle$/.test(excludedBy);
}

function settingsIn(config: string): string {
  return layoutOf(config).settings;
}
