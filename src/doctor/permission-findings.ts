import { counted } from '../text/day.ts';
import type { HealthFinding } from './health-finding.ts';
import { shellWord } from './health-finding.ts';

export interface OpenPlace {
  path: string;
  /** `the chronicle`, `the directory`: what stands before its path. */
  kind: string;
}

export interface PermissionFacts {
  /** Texts that others can read, and directories that they can look into. */
  open: readonly OpenPlace[];
  /** What belongs to another user. */
  foreign: readonly string[];
  /** Directories that this user cannot write to. */
  unwritable: readonly string[];
  /** Links that lead out of Claude Code's directory. */
  leadingOut: readonly string[];
  /** What the disk has left for this user (bytes); null where the system does not tell. */
  free: number | null;
}

/** More paths than this are a count. */
const NAMED = 3;
const MEGABYTE = 1024 * 1024;
/** A chronicle takes a few kB; a build of the site takes tens of MB. */
const FULL = MEGABYTE;
const NEARLY_FULL = 100 * MEGABYTE;

/** Whether only the owner can read chronicles, and whether hooks can write them. */
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
    what: (paths) => `You may not write to ${paths}.`,
    why: 'Hooks run as you, and can write nothing there.',
    mend: `chmod u+rwx ${words(unwritable)}`,
  });
  add(leadingOut, {
    code: 'leads-out',
    level: 'problem',
    what: (paths) => `A symbolic link leads out of Claude Code's directory: ${paths}.`,
    why: 'Hooks refuse to write through it, since private text would land elsewhere.',
    mend: 'Put a real directory there. To keep all of it elsewhere, set CLAUDE_CONFIG_DIR.',
  });
  add(foreign, {
    code: 'foreign-owner',
    level: 'warning',
    what: (paths) => `Another user owns ${paths}.`,
    why: 'Perhaps a command was run as root. Hooks cannot keep such files private, or not write to them.',
    mend: `sudo chown -R "$(id -un)" ${words(foreign)}`,
  });
  const openPaths = open.map(({ kind, path }) => `${kind} ${path}`);
  add(openPaths, {
    code: 'open-to-others',
    level: 'warning',
    what: (paths) => `Other users of this machine can read ${paths}.`,
    why: 'What lies there holds what you and the agent said.',
    mend: 'chronicle doctor --fix',
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
      what: `The disk of Claude Code's directory has ${left} left.`,
      why: 'What does not fit is not recorded.',
      mend: 'Make room on the disk.',
    },
  ];
}

function named(paths: readonly string[]): string {
  const rest = paths.length - NAMED;
  return `${paths.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${counted(rest, 'more path')}` : ''}`;
}

/** As many as are named, as words of a POSIX shell. */
function words(paths: readonly string[]): string {
  return paths.slice(0, NAMED).map(shellWord).join(' ');
}
