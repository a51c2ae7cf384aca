import { branchInWords, TRUNKS } from './branch-words.ts';
import { isTitle, promptTitle, shortTitle, withoutKind } from './titles.ts';
import { memoised } from '#src/lib/memo.ts';
import type { Chronicle } from '#src/format/chronicle.ts';
import { firstPrompt, importedSubject, type Session } from '#src/format/session.ts';

/** How much of a text to read for a title, including its marks. */
const READ = 1000;

/**
 * A session's title in plain words: the best of its narrative's title, its name, and the titles that its facts have, such as
 * those of its plan, pull request and largest commit. Without any of these, it is what `chronicleTitle` finds.
 */
export const sessionTitle = memoised(({ chronicle, facts }: Pick<Session, 'chronicle' | 'facts'>): string => {
  // What follows a heading's `###` is a part of the title, whatever it begins with.
  const narrative = withoutSpanMarks(chronicle.summary.narrative?.title ?? '');
  if (narrative !== '') return narrative;
  const { custom, plan, pullRequest, host, commit, prompt, branch, end } = facts?.titles ?? {};
  const named = titleOf(custom ?? '');
  if (named !== '') return named;
  for (const text of [plan, pullRequest, host, commit, prompt, branch]) {
    const title = titleOf(text ?? '');
    if (title !== '') return withoutKind(title);
  }
  return chronicleTitle(chronicle, end ?? '');
});

/** The text as a title; empty if it is none. */
function titleOf(text: string): string {
  const title = withoutMarks(text.slice(0, READ));
  return isTitle(title) ? shortTitle(title) : '';
}

/**
 * A title without those of facts: the branch in words, or on a trunk how the session ended, the first prompt or subject of an
 * imported session, or the beginning of the summary or first event.
 */
function chronicleTitle(chronicle: Chronicle, end: string): string {
  const { branch } = chronicle.frontMatter;
  if (!TRUNKS.has(branch)) return shortTitle(branchInWords(branch));
  const { kind, lead } = chronicle.summary;
  const isWritten = kind === 'agent' || kind === 'retro';
  const written = isWritten
    ? firstSentence(withoutMarks(lead.slice(0, READ)))
    : withoutMarks((chronicle.events[0]?.text ?? '').slice(0, READ));
  const prompt = firstPrompt(chronicle) || importedSubject(chronicle);
  return titleOf(end) || titleOf(promptTitle(prompt)) || titleOf(written) || titleOf(prompt) || branch;
}

function firstSentence(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return /^(.*?[.?!])(?:\s|$)/.exec(line)?.[1]?.replace(/\.$/, '') ?? line;
}

// Commands that run as often as hooks need titles, and a Markdown parser would be larger than all the rest of them.
const SPAN_MARKS = [
  /(?<!`)(?<fence>`+)(?!`) ?(?<code>[^`\n]+?) ?\k<fence>(?!`)/,
  /\[(?<label>[^[\]\n]+)\]\((?:https?:|#)[^()\s]*\)/,
  /(?<![\w*])(?<stars>\*\*?)(?=[^\s*])(?<strong>[^*\n]+)(?<=\S)\k<stars>(?![\w*])/,
];
const SPANS = anyOf(SPAN_MARKS);
const MARKS = anyOf([/^(?:#{1,6}|[-+*>]) +/, ...SPAN_MARKS]);

function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'g');
}

/** Removes Markdown's marks for code, emphasis and links. */
function withoutSpanMarks(text: string): string {
  return text.replace(SPANS, '$<code>$<label>$<strong>').trim() || text;
}

/** Removes Markdown's marks for code, emphasis, links and headings. */
function withoutMarks(text: string): string {
  return text.replace(MARKS, '$<code>$<label>$<strong>').trim() || text;
}
