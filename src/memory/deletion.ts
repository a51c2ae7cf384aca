import { OURS, unquoted } from './memory-change.ts';
import { plainWords } from './plain-command.ts';

/**
 * Recognises the agent's shell commands that delete recorded sessions, or the hooks, without asking:
 *
 *     chronicle forget 3f6c2a10 --yes
 *     env X=1 npx session-chronicle uninstall --purge --yes
 *
 * Without `--yes` they ask a person in a terminal, and do nothing where there is none.
 */

const VERBS = new Set(['forget', 'uninstall']);

/** Our program and one of the commands, with only blanks and options (with or without a value) in between. */
const DELETION =
  /(?:chronicle[\w@.^~-]{0,40}|\bcli\.[cm]?[jt]s|\$\w{1,40}|[)}`])\s+(?:-\S+\s+(?:[^-\s]\S*\s+)??){0,9}(?:(?:forget|uninstall)\b|[$`{*?[])/i;

/** Whether a command would delete without a question of its own. What only a shell can read counts as one. */
export function isDeletion(command: string): boolean {
  const words = plainWords(command)?.map(unquoted);
  if (words?.[0] === 'chronicle' && !words[1]?.startsWith('-'))
    return VERBS.has(words[1] ?? '') && words.some((word) => word.startsWith('--yes'));
  const text = unquoted(command);
  return OURS.test(text) && DELETION.test(text) && /yes|[$`]/i.test(text);
}
