import { counted } from '../text/day.ts';
import { shellWord } from '../value/shell-word.ts';
import type { HealthFinding } from './health-finding.ts';

export interface OpenPlace {
  path: string;
  /** What it is: `the chronicle`, `the directory`. */
  kind: string;
}

export interface PermissionFacts {
  /** Files and directories that other users can read. */
  open: readonly OpenPlace[];
  /** Files of another user. */
  foreign: readonly string[];
  /** Directories that this user cannot write to. */
  unwritable: readonly string[];
  /** Symbolic links to places outside Claude Code's directory. */
  leadingOut: readonly string[];
  /** Free space for this user (bytes); null if unknown. */
  free: number | null;
}

/** The most paths to name; the rest are counted. */
const NAMED = 3;
const MEGABYTE = 1024 * 1024;
/** A chronicle takes a few kB, a build of the site tens of MB. */
const FULL = MEGABYTE;
const NEARLY_FULL = 100 * MEGABYTE;

/** Chronicles that others can read, and places that hooks cannot write to. */
export function permissionFindings({ open, foreign, unwritable, leadingOut, free }: PermissionFacts): HealthFinding[] {
  const findings: HealthFinding[] = [];
  const add = (
    paths: readonly string[],
    finding: Omit<HealthFinding, 'what'> & { what: (paths: string) => string },
  ) => {
    if (paths.length > 0) findings.push({ ...finding, what: finding.what(named(paths)) });
  };
  add(unwritable, {
    code: 'not-writable',
    level: 'problem',
    what: (paths) => `You have no permission to write to ${paths}.`,
    why: 'Hooks run as you, so they cannot write there.',
    advice: `chmod u+rwx ${words(unwritable)}`,
  });
  add(leadingOut, {
    code: 'leads-out',
    level: 'problem',
    what: (paths) => `A symbolic link points outside Claude Code's directory: ${paths}.`,
    why: 'Hooks do not write through it, because private text would end up elsewhere.',
    advice: 'Replace it with a directory. To keep everything elsewhere, set CLAUDE_CONFIG_DIR.',
  });
  add(foreign, {
    code: 'foreign-owner',
    level: 'warning',
    what: (paths) => `Another user owns ${paths}.`,
    why: 'Perhaps a command ran as root. Hooks may be unable to write there or to keep it private.',
    advice: `sudo chown -R "$(id -un)" ${words(foreign)}`,
  });
  const openPaths = open.map(({ kind, path }) => `${kind} ${path}`);
  add(openPaths, {
    code: 'open-to-others',
    level: 'warning',
    what: (paths) => `Other users of this machine can read ${paths}.`,
    why: 'Chronicles contain what you and the agent said.',
    advice: 'chronicle doctor --fix',
    fix: 'modes',
  });
  return [...findings, ...space(free)];
}

function space(free: number | null): HealthFinding[] {
  if (free === null || free >= NEARLY_FULL) return [];
  const left = free < MEGABYTE ? 'less than 1 MB' : `${Math.floor(free / MEGABYTE)} MB`;
  return [
    {
      code: 'disk-full',
      level: free < FULL ? 'problem' : 'warning',
      what: `The disk with Claude Code's directory has ${left} left.`,
      why: 'Once it is full, sessions are not recorded.',
      advice: 'Free some disk space.',
    },
  ];
}

function named(paths: readonly string[]): string {
  const rest = paths.length - NAMED;
  return `${paths.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${counted(rest, 'more path')}` : ''}`;
}

/** The named paths, quoted for a POSIX shell. */
function words(paths: readonly string[]): string {
  return paths.slice(0, NAMED).map(shellWord).join(' ');
}
