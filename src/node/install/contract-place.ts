import { existsSync } from 'node:fs';
import type { InstallEntry } from '#src/install/record.ts';
import { importsAgents } from '#src/install/section.ts';
import { realPath } from '../disk/real-path.ts';
import { holdsPart, mayHoldPart } from './file-change.ts';
import { readForeign } from './foreign-file.ts';

export const CONTRACT_CHOICES = ['agents', 'claude', 'none'] as const;
export type ContractChoice = (typeof CONTRACT_CHOICES)[number];

/** Where an installation is made: the user's own, or that of a project. */
interface Scope {
  /** The project's directory; null for the user's own. */
  root: string | null;
  /** Claude Code's own directory. */
  config: string;
}

/**
 * The file for the contract section: where it stands already, else the project's AGENTS.md if there is one, else CLAUDE.md.
 * Null for none, which an earlier init was told, too.
 */
export function contractPath({ root, config }: Scope, choice: ContractChoice | null, old: InstallEntry | undefined) {
  const [agents, claude] = root === null ? [null, `${config}/CLAUDE.md`] : [`${root}/AGENTS.md`, `${root}/CLAUDE.md`];
  if (choice === 'none') return null;
  if (choice !== null) return choice === 'claude' ? claude : agents;
  if (old) return old.contract?.path ?? null;
  const holder = [agents, claude].find((path) => path !== null && holdsPart('contract', path));
  return holder ?? (agents !== null && existsSync(agents) ? agents : claude);
}

/** The file of this user that tells the agent of a project what to log already; null if none does, or for all projects. */
export function contractElsewhere({ config }: Pick<Scope, 'config'>, root: string | null): string | null {
  const path = `${config}/CLAUDE.md`;
  return root !== null && mayHoldPart('contract', path) ? path : null;
}

/**
 * The CLAUDE.md that has to import a project's AGENTS.md, or null. Claude Code 2.1.329 loads AGENTS.md by itself only where
 * a project has no text of its own for it.
 */
export function importPath(root: string, path: string): string | null {
  if (path !== `${root}/AGENTS.md`) return null;
  const others = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'].map((name) => `${root}/${name}`);
  const texts = others.map((other) => ({ other, text: textOf(other) })).filter(({ text }) => text.trim() !== '');
  const isLoaded = texts.some(
    ({ other, text }) => isSamePlace(other, path) || importsAgents(text, other.includes('/.claude/')),
  );
  return texts.length === 0 || isLoaded ? null : `${root}/CLAUDE.md`;
}

/** The text of a file that is only read; of one that cannot be, some that loads nothing. */
function textOf(path: string): string {
  try {
    return readForeign(path) ?? '';
  } catch {
    return '?';
  }
}

/** Whether two paths mean the same file or directory, links followed. */
export function isSamePlace(a: string, b: string): boolean {
  return (realPath(a) ?? a) === (realPath(b) ?? b);
}
