import { existsSync } from 'node:fs';
import type { InstallEntry } from '#src/setup/record.ts';
import { importsAgents } from '#src/setup/section.ts';
import { realPath } from '../lib/real-path.ts';
import { holdsPart, mayHoldPart } from './file-change.ts';
import { readForeign } from '../lib/foreign-file.ts';

export const CONTRACT_CHOICES = ['agents', 'claude', 'none'] as const;
export type ContractChoice = (typeof CONTRACT_CHOICES)[number];

/** Where to install: for the user, or in one project. */
interface Scope {
  /** The project's directory; null for the user. */
  root: string | null;
  /** Claude Code's own directory. */
  config: string;
}

/**
 * The file for the contract: the one that has it already, else the project's AGENTS.md if it exists, else CLAUDE.md. Null if
 * there should be none; an earlier choice of none is kept.
 */
export function contractPath({ root, config }: Scope, choice: ContractChoice | null, old: InstallEntry | undefined) {
  const [agents, claude] = root === null ? [null, `${config}/CLAUDE.md`] : [`${root}/AGENTS.md`, `${root}/CLAUDE.md`];
  if (choice === 'none') return null;
  if (choice !== null) return choice === 'claude' ? claude : agents;
  if (old) return old.contract?.path ?? null;
  const holder = [agents, claude].find((path) => path !== null && holdsPart('contract', path));
  return holder ?? (agents !== null && existsSync(agents) ? agents : claude);
}

/** The user's CLAUDE.md, if it has the contract already, so that a project needs none; else null. */
export function contractElsewhere({ config }: Pick<Scope, 'config'>, root: string | null): string | null {
  const path = `${config}/CLAUDE.md`;
  return root !== null && mayHoldPart('contract', path) ? path : null;
}

/**
 * The CLAUDE.md that must import a project's AGENTS.md; null if none. Claude Code 2.1.329 loads AGENTS.md by itself only if
 * the project has no CLAUDE.md with text.
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

/** The text of a file; for one that cannot be read, a text that imports nothing. */
function textOf(path: string): string {
  try {
    return readForeign(path) ?? '';
  } catch {
    return '?';
  }
}

/** Whether two paths lead to the same file or directory, links followed. */
export function isSamePlace(a: string, b: string): boolean {
  return (realPath(a) ?? a) === (realPath(b) ?? b);
}
