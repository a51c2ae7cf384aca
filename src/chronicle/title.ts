import type { Session } from './session.ts';
import { taskPrefix } from './task.ts';

const TRUNKS = new Set(['main', 'master', 'trunk', 'develop', 'detached']);
const LONGEST = 80;

/**
 * What people call a session: its narrative's title, else its branch in words
 * (`tm/41-retry-sync` is "Retry sync"), else, on a trunk, how its summary or first event begins.
 */
export function sessionTitle(session: Session): string {
  const { chronicle } = session;
  if (chronicle.summary.narrative?.title) return chronicle.summary.narrative.title;
  const { branch } = chronicle.frontMatter;
  if (!TRUNKS.has(branch)) return shortened(branchInWords(branch));
  const { kind, lead } = chronicle.summary;
  const said = kind === 'agent' || kind === 'retro' ? firstSentence(lead) : chronicle.events[0]?.text;
  return said ? shortened(said) : branch;
}

function branchInWords(branch: string): string {
  const words =
    branch
      .slice(taskPrefix(branch)?.length ?? 0)
      .replace(/[-_/]+/g, ' ')
      .trim() || branch;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function firstSentence(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return /^(.*?[.?!])(?:\s|$)/.exec(line)?.[1]?.replace(/\.$/, '') ?? line;
}

function shortened(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= LONGEST) return text;
  const cut = characters.slice(0, LONGEST - 1).join('');
  return `${cut.slice(0, cut.lastIndexOf(' ') > 40 ? cut.lastIndexOf(' ') : undefined)}…`;
}
