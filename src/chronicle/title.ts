import { taskPrefix } from './branch-name.ts';
import type { Chronicle } from './chronicle.ts';
import type { Session } from './session.ts';

/**
 * How backfill ends the summary of a session without a written one:
 *
 *     Auto-generated: 2 candidate events (…) from 12 prompts of the transcript. Began with: fix the login redirect
 */
export const BEGAN_WITH = 'Began with: ';

/** The first prompt of a session that backfill made, as its summary quotes it; empty for any other session. */
export function firstPrompt({ frontMatter, summary }: Chronicle): string {
  if (frontMatter.source !== 'backfill' || summary.kind !== 'machine') return '';
  const at = summary.lead.indexOf(BEGAN_WITH);
  return at === -1 ? '' : summary.lead.slice(at + BEGAN_WITH.length).trim();
}

/** Branches whose names say nothing about the work. */
export const TRUNKS: ReadonlySet<string> = new Set(['main', 'master', 'trunk', 'develop', 'detached']);
const LONGEST = 80;
/** How much of a text to read for a title, including its marks. */
const READ = 1000;

/**
 * A session's title in plain words: the title of its narrative; or its branch in words (`tm/41-retry-sync` is "Retry
 * sync"); or, on a trunk, the beginning of its summary or first event, and for a backfilled session the first prompt.
 */
export function sessionTitle(session: Session): string {
  const { chronicle } = session;
  if (chronicle.summary.narrative?.title) return withoutMarks(chronicle.summary.narrative.title);
  const { branch } = chronicle.frontMatter;
  if (!TRUNKS.has(branch)) return shortened(branchInWords(branch));
  const { kind, lead } = chronicle.summary;
  const prompt = withoutMarks(firstPrompt(chronicle).slice(0, READ));
  if (prompt !== '') return shortened(prompt);
  const isWritten = kind === 'agent' || kind === 'retro';
  const text = withoutMarks((isWritten ? lead : (chronicle.events[0]?.text ?? '')).slice(0, READ));
  if (text === '') return branch;
  return shortened(isWritten ? firstSentence(text) : text);
}

/** A branch in words, without its task: `tm/41-retry-sync` is `Retry sync`. */
export function branchInWords(branch: string): string {
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

// Commands that run as often as hooks need titles, and a Markdown parser would be larger than all the rest of them.
const MARKS = new RegExp(
  [
    /^(?:#{1,6}|[-+*>]) +/,
    /(?<!`)(?<fence>`+)(?!`) ?(?<code>[^`\n]+?) ?\k<fence>(?!`)/,
    /\[(?<label>[^[\]\n]+)\]\((?:https?:|#)[^()\s]*\)/,
    /(?<![\w*])(?<stars>\*\*?)(?=[^\s*])(?<strong>[^*\n]+)(?<=\S)\k<stars>(?![\w*])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Removes Markdown's marks for code, emphasis, links and headings. */
function withoutMarks(text: string): string {
  return text.replace(MARKS, '$<code>$<label>$<strong>').trim() || text;
}

function shortened(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= LONGEST) return text;
  const cut = characters.slice(0, LONGEST - 1).join('');
  return `${cut.slice(0, cut.lastIndexOf(' ') > 40 ? cut.lastIndexOf(' ') : undefined)}…`;
}
