import { layoutOf } from '../project/paths.ts';
import type { HealthFinding } from './health-finding.ts';
import { shellWord } from './health-finding.ts';

/** Projects whose real paths have the same name below `projects`. */
export interface SharedDirectory {
  directory: string;
  roots: readonly string[];
}

/** A path where a directory has to be and something else is, and what of ours lies in it. */
export interface BlockedFact {
  path: string;
  holds: 'copy' | 'skill';
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
  /** Claude Code's directory, which this process goes by. */
  config: string;
  /** The usual one, if it holds chronicles although the config is another. */
  otherConfig: string | null;
  shared: readonly SharedDirectory[];
  /** What stands where `chronicle init` needs a directory. */
  blocked: readonly BlockedFact[];
  /** Where Claude Code keeps this project's memory instead of the usual place; null if it is there. */
  movedMemory: MovedMemory | null;
  /** What turns recording off in the directory that is looked at: a path, or an entry of the settings. */
  excludedBy: string | null;
}

/** Why there is no place to write to at all. `refusal` is a sentence. */
export function noPlaceFinding(refusal: string): HealthFinding {
  return {
    code: 'no-config',
    level: 'problem',
    what: refusal,
    why: 'Hooks write nowhere until then.',
    mend: 'Set HOME, or CLAUDE_CONFIG_DIR, to an absolute path.',
  };
}

/** What stands where a directory of ours or of Claude Code has to be, so that nothing can be read or written below it. */
export function obstacleFinding(path: string): HealthFinding {
  return {
    code: 'no-directory',
    level: 'problem',
    what: `${path} is no directory, and one is needed there.`,
    why: 'Nothing can be recorded, and nothing else can be looked at until then.',
    mend: movedAway(path),
  };
}

function blockedFinding({ path, holds }: BlockedFact): HealthFinding {
  const isCopy = holds === 'copy';
  return {
    code: 'no-directory',
    level: isCopy ? 'problem' : 'warning',
    what: `${path} is no directory, and one is needed there.`,
    why: isCopy
      ? 'The hooks in settings run what lies in it, and chronicle init puts nothing there until then.'
      : 'chronicle init cannot put the skill there.',
    mend: `${movedAway(path)}\nchronicle init`,
  };
}

function movedAway(path: string): string {
  return `Put it elsewhere, if you need what is in it:\nmv ${shellWord(path)} ${shellWord(`${path}.old`)}`;
}

/** Whether chronicles land where their owner looks for them. */
export function placeFindings({
  config,
  otherConfig,
  shared,
  blocked,
  movedMemory,
  excludedBy,
}: PlaceFacts): HealthFinding[] {
  const findings: HealthFinding[] = blocked.map(blockedFinding);
  if (otherConfig !== null) {
    findings.push({
      code: 'two-config-directories',
      level: 'warning',
      what: `CLAUDE_CONFIG_DIR is ${config}, and there are chronicles in ${otherConfig} too.`,
      why: 'Sessions that were started without the variable are recorded there, and pages here do not show them.',
      mend: `Set CLAUDE_CONFIG_DIR everywhere or nowhere; "roots": ["${layoutOf(otherConfig).projects}"] in config.json shows both.`,
    });
  }
  for (const { directory, roots } of shared) {
    findings.push({
      code: 'shared-directory',
      level: 'warning',
      what: `${listed(roots)} share the directory ${directory} of Claude Code.`,
      why: 'Their chronicles are told apart, but Claude Code gives the memories of each to the other.',
      mend: 'Rename the directory of one of them, or live with it.',
    });
  }
  if (movedMemory !== null) findings.push(movedMemoryFinding(movedMemory));
  if (excludedBy !== null) {
    findings.push({
      code: 'excluded-here',
      level: 'note',
      what: `Nothing is recorded in this directory: ${exclusionIn(config, excludedBy)}.`,
      why: 'You asked for it.',
      mend: recordingAgain(config, excludedBy),
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
    why: `chronicle supports only ${usual}: rules elsewhere are not guarded or counted, and those it writes are not loaded.`,
    mend: `Remove "autoMemoryDirectory" from ${settings}, and move the memory files to ${usual}.`,
  };
}

/** Where it says so, as the end of a sentence. */
function exclusionIn(config: string, excludedBy: string): string {
  if (isFile(excludedBy)) return `there is ${excludedBy}`;
  return `"exclude" in ${settingsIn(config)} has ${JSON.stringify(excludedBy)}`;
}

function recordingAgain(config: string, excludedBy: string): string {
  if (isFile(excludedBy)) return `To record sessions here:\nrm -r ${shellWord(excludedBy)}`;
  return `To record sessions here, edit ${settingsIn(config)}: take ${JSON.stringify(excludedBy)} out of "exclude".`;
}

/** An entry of the settings names a directory. */
function isFile(excludedBy: string): boolean {
  return /[\\/]\.no-chronicle$/.test(excludedBy);
}

function settingsIn(config: string): string {
  return layoutOf(config).settings;
}

function listed(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');
}
