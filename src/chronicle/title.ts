import { memoised } from '../value/memo.ts';
import { capitalised } from '../value/spelled.ts';
import { NO_BRANCH, taskPrefix } from './branch-name.ts';
import type { Chronicle } from './chronicle.ts';
import { firstPrompt, importedSubject } from './first-prompt.ts';
import type { Session } from './session.ts';

/** Branches whose names say nothing about the work. */
export const TRUNKS: ReadonlySet<string> = new Set(['main', 'master', 'trunk', 'develop', NO_BRANCH]);
const LONGEST = 80;
/** How much of a text to read for a title, including its marks. */
const READ = 1000;

/**
 * A session's title in plain words: the best of its narrative's title, its name, its plan, its pull request, Claude Code's
 * own title, its first commit and its first prompt. Without any of these, it is what `chronicleTitle` finds.
 */
export const sessionTitle = memoised(({ chronicle, facts }: Pick<Session, 'chronicle' | 'facts'>): string => {
  const narrative = withoutMarks(chronicle.summary.narrative?.title ?? '');
  if (narrative !== '') return narrative;
  const { custom, plan, pullRequest, host, commit, prompt } = facts?.titles ?? {};
  for (const text of [custom, plan, pullRequest, host, commit, prompt]) {
    const title = withoutMarks((text ?? '').slice(0, READ));
    if (saysSomething(title)) return shortened(title);
  }
  return chronicleTitle(chronicle);
});

/**
 * A title from the chronicle alone: the branch in words, or on a trunk the beginning of the summary or first event, and for
 * a backfilled or imported session the first prompt or what it is about.
 */
function chronicleTitle(chronicle: Chronicle): string {
  const { branch } = chronicle.frontMatter;
  if (!TRUNKS.has(branch)) return shortened(branchInWords(branch));
  const { kind, lead } = chronicle.summary;
  const prompt = withoutMarks((firstPrompt(chronicle) || importedSubject(chronicle)).slice(0, READ));
  if (saysSomething(prompt)) return shortened(prompt);
  const isWritten = kind === 'agent' || kind === 'retro';
  const text = withoutMarks((isWritten ? lead : (chronicle.events[0]?.text ?? '')).slice(0, READ));
  const title = isWritten ? firstSentence(text) : text;
  return saysSomething(title) ? shortened(title) : branch;
}

/** Whether a text is more than a slash command or an address. */
function saysSomething(text: string): boolean {
  return text.trim() !== '' && !/^\/[a-z][\w:-]*(?:\s|$)/i.test(text) && !/^<?[a-z][a-z+.-]*:\/\/\S*$/i.test(text);
}

/** First segments of branches that say what kind of work it is. Any other first segment is a person or a tool. */
const KINDS = new Set(
  'bug bugfix build chore ci doc docs fix hotfix perf refactor release revert spike style test'.split(' '),
);

/** A branch in words, without its author and task: `tm/41-retry-sync` and `robin/retry-sync` are `Retry sync`. */
export function branchInWords(branch: string): string {
  const withoutTask = branch
    .slice(taskPrefix(branch)?.length ?? 0)
    .replace(/(?<![A-Za-z0-9])[A-Z]{2,10}-\d{1,6}(?![A-Za-z0-9])/g, '');
  return capitalised(wordsOf(withoutAuthor(withoutTask)) || wordsOf(withoutTask) || branch);
}

function withoutAuthor(branch: string): string {
  const [, first = '', rest = ''] = /^([A-Za-z0-9.-]+)\/(.+)$/s.exec(branch) ?? [];
  return first === '' || KINDS.has(first.toLowerCase()) || !/\p{L}{3}/u.test(rest) ? branch : rest;
}

function wordsOf(branch: string): string {
  return branch.replace(/[-_/]+/g, ' ').trim();
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
