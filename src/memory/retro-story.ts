/**
 * The story of a session that is over, from its facts: what the person asked for, the accepted plan, commits, files, failures,
 * answers, how it ended, and what was said around the best events. With it, a narrative can be written without resuming the
 * session, in a tenth of the tokens. Every text is a record of the transcript: untrusted, and framed as such.
 */
import type { Zone } from '#src/lib/local-time.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { counted } from '#src/lib/text/day.ts';
import { compare } from '#src/lib/compare.ts';
import { type ContextItem, type ContextSection, type Cut, indentedLines, shortLine } from './retro-sections.ts';

export type StoryName = 'asked' | 'plan' | 'commits' | 'files' | 'failures' | 'answers' | 'ended' | 'excerpts';

/** The longest of each, in characters. */
const LONGEST = { prompt: 400, brief: 120, plan: 1500, body: 300, line: 240, ended: 6000, excerpt: 1200 };
const MOST = { files: 15, failures: 12, excerpts: 8 };

/** What is left out first when the document is too long: the story is told by prompts, commits and excerpts. */
export const STORY_CUTS: readonly Cut<StoryName>[] = [
  { section: 'files', to: 'nothing' },
  { section: 'failures', to: 'nothing' },
  { section: 'answers', to: 'brief' },
  { section: 'excerpts', to: 'brief' },
  { section: 'commits', to: 'brief' },
  { section: 'asked', to: 'brief' },
  { section: 'plan', to: 'brief' },
  { section: 'answers', to: 'nothing' },
  { section: 'excerpts', to: 'nothing' },
  { section: 'asked', to: 'nothing' },
  { section: 'commits', to: 'nothing' },
];

/** Whether facts have anything to tell. */
export function hasStory(facts: Facts | null): facts is Facts {
  return facts !== null && facts.prompts.length + facts.commits.length > 0;
}

/** The sections of the story, without those that have nothing to tell. Its times are in the zone of the session, as its events' are. */
export function storySections(facts: Facts, zone: Zone): Partial<Record<StoryName, ContextSection>> {
  const entries = Object.entries(allSections(facts, zone)).filter(([, { items }]) => items.length > 0);
  return Object.fromEntries(entries);
}

function allSections(facts: Facts, zone: Zone): Record<StoryName, ContextSection> {
  const clock = (at: string) => zone.timeOf(Date.parse(at));
  const { prompts, commits, files, failures, questions, outcome, lastAnswer, plans, head } = facts;
  const asked = (prompt: number | null) => (prompt === null ? '' : ` (under prompt ${prompt + 1})`);
  const [plan] = plans.slice(-1);
  const excerpts = excerptItems(facts, (at) => clock(at).time);
  const ended = [outcome, lastAnswer].flatMap((answer) =>
    answer ? indentedLines(answer.text.slice(0, LONGEST.ended), 80, LONGEST.ended) : [],
  );
  return {
    asked: section(
      `What was asked (${prompts.length})`,
      prompts.map(({ at, text, did }, index) =>
        item(
          index,
          [
            `${index + 1}. ${clock(at).date} ${clock(at).time}  ${shortLine(text, LONGEST.prompt)}`,
            `    then ${doneWords(did)}`,
          ],
          `${index + 1}. ${clock(at).time}  ${shortLine(text, LONGEST.brief)}`,
        ),
      ),
      'prompt',
    ),
    plan: section(
      'The accepted plan',
      plan
        ? [
            item(
              0,
              indentedLines(plan.text.slice(0, LONGEST.plan), 40, LONGEST.line),
              `    ${shortLine(plan.heading, LONGEST.line)}`,
            ),
          ]
        : [],
      'plan',
    ),
    commits: section(
      `Commits (${commits.length})`,
      commits.map(({ hash, subject, body, prompt }, index) =>
        item(
          index,
          [`${hash.slice(0, 9)}  ${shortLine(subject, LONGEST.line)}${asked(prompt)}`, ...bodyLines(body)],
          `${hash.slice(0, 9)}  ${shortLine(subject, LONGEST.brief)}`,
        ),
      ),
      'commit',
    ),
    files: section(
      `Files it changed most (${head.edits.files})`,
      files
        .slice(0, MOST.files)
        .map(({ path, added, removed }, index) =>
          item(index, [`${shortLine(path, LONGEST.brief)}  +${added} -${removed}`]),
        ),
      'file',
    ),
    failures: section(
      `Commands that failed (${failures.length})`,
      failures
        .slice(0, MOST.failures)
        .map(({ command, line, times, prompt, next }, index) =>
          item(index, [
            `${shortLine(command, LONGEST.brief)}${times > 1 ? `, ${times} times` : ''}${asked(prompt)}`,
            `    ${shortLine(line, LONGEST.line)}`,
            ...(next === undefined || next === command
              ? []
              : [`    what passed next: ${shortLine(next, LONGEST.brief)}`]),
          ]),
        ),
      'failure',
    ),
    answers: section(
      `Questions that the person answered (${questions.length})`,
      questions.map(({ question, answer }, index) =>
        item(
          index,
          [`${shortLine(question, LONGEST.line)}`, `    ${shortLine(answer, LONGEST.line)}`],
          `${shortLine(question, LONGEST.brief)}: ${shortLine(answer, LONGEST.brief)}`,
        ),
      ),
      'answer',
    ),
    excerpts: section(`What was said around the best events (${excerpts.length})`, excerpts, 'excerpt'),
    ended: section(`How it ended (${head.ending})`, ended.length > 0 ? [item(0, ended)] : [], 'answer'),
  };
}

/**
 * What was said around the best events, in the order of time, with the lines of the change behind them. The best are cut last. What
 * was quoted before is not quoted again.
 */
function excerptItems({ excerpts, found, diffs, prompts }: Facts, timeOf: (at: string) => string): ContextItem[] {
  // Prompts are listed above.
  const quoted = new Set(prompts.flatMap(({ text }) => [text, `User: ${text}`].flatMap((each) => each.split('\n'))));
  return excerpts
    .slice(0, MOST.excerpts)
    .map(({ record, text }, rank) => ({ record, text, rank, about: found.find((event) => event.record === record) }))
    .sort((a, b) => compare(a.about?.at ?? '', b.about?.at ?? ''))
    .map(({ record, text, rank, about }) => {
      const head = about
        ? `${timeOf(about.at)}  about ${about.tag}: ${shortLine(about.text, LONGEST.brief)}`
        : 'At another place';
      const lines = text.slice(0, LONGEST.excerpt).split('\n');
      const fresh = lines.filter((line) => !quoted.has(line));
      for (const line of lines) quoted.add(line);
      const changed = diffs.filter((diff) => diff.record === record).slice(0, 1);
      return item(
        rank,
        [
          head,
          ...indentedLines(fresh.join('\n'), 24, 600),
          ...changed.flatMap(({ path, lines }) => [
            `    changed in ${shortLine(path, LONGEST.brief)}:`,
            ...indentedLines(lines, 12, LONGEST.brief),
          ]),
        ],
        [head, ...indentedLines(fresh.join('\n'), 4, LONGEST.line)].join('\n'),
      );
    });
}

function section(heading: string, items: readonly ContextItem[], noun: string): ContextSection {
  return {
    heading: `## ${heading}`,
    notes: [],
    items,
    more: (count) => `… and ${counted(count, `more ${noun}`)}: chronicle show prints them`,
  };
}

function item(rank: number, lines: readonly string[], brief: string = lines[0] ?? ''): ContextItem {
  return { full: lines.join('\n'), brief, rank };
}

function bodyLines(body: string): string[] {
  return body.trim() === '' ? [] : [`    ${shortLine(body, LONGEST.body)}`];
}

/** `3 reads, 2 edits, 5 commands, 1 test run (1 failed)`, or `answered` for a turn without any. */
function doneWords({ reads, edits, commands, tests, failedTests }: Facts['prompts'][number]['did']): string {
  const parts = [
    reads > 0 && counted(reads, 'read'),
    edits > 0 && counted(edits, 'edit'),
    commands > 0 && counted(commands, 'command'),
    tests > 0 && `${counted(tests, 'test run')}${failedTests > 0 ? ` (${failedTests} failed)` : ''}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'an answer' : parts.join(', ');
}
