/**
 * The story of a session that is over, from its facts: what the person asked for, the accepted plan, commits, files, failures,
 * answers, how it ended, and what was said around the best events. With it, a narrative can be written without resuming the
 * session, in a tenth of the tokens. Every text is a record of the transcript: untrusted, and framed as such.
 */
import type { Zone } from '#src/lib/local-time.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { counted } from '#src/lib/text/day.ts';
import { compare } from '#src/lib/compare.ts';
import { type ContextItem, type ContextSection, indentedLines, sectionOf, shortLine } from './retro-sections.ts';

/** The sections of the story, the least important first: it is told by prompts, commits and excerpts. */
export const STORY = ['files', 'failures', 'answers', 'excerpts', 'commits', 'asked', 'plan', 'ended'] as const;
export type StoryName = (typeof STORY)[number];

/** The longest of each, in characters. */
const LONGEST = { prompt: 400, brief: 120, plan: 1500, body: 300, line: 240, ended: 6000, excerpt: 1200 };
const MOST = { files: 15, failures: 12, excerpts: 8 };

/** Whether facts have anything to tell. */
export function hasStory(facts: Facts | null): facts is Facts {
  return facts !== null && facts.prompts.length + facts.commits.length > 0;
}

/** The sections of the story, without those that have nothing to tell. Its times are in the zone of the session, as its events' are. */
export function storySections(facts: Facts, zone: Zone): Partial<Record<StoryName, ContextSection>> {
  const { prompts, commits, files, failures, questions, outcome, lastAnswer, plans, head } = facts;
  const clock = (at: string) => zone.timeOf(Date.parse(at));
  const asked = (prompt: number | null) => (prompt === null ? '' : ` (under prompt ${prompt + 1})`);
  const [brief, line] = [
    (text: string) => shortLine(text, LONGEST.brief),
    (text: string) => shortLine(text, LONGEST.line),
  ];
  const section = (heading: string, noun: string, items: readonly ContextItem[]) =>
    sectionOf(heading, items, [noun, 'chronicle show prints them']);
  const excerpts = excerptItems(facts, (at) => clock(at).time);
  const ended = [outcome, lastAnswer].flatMap((answer) =>
    answer ? indentedLines(answer.text.slice(0, LONGEST.ended), 80, LONGEST.ended) : [],
  );
  const sections: Record<StoryName, ContextSection> = {
    asked: section(
      `What was asked (${prompts.length})`,
      'prompt',
      prompts.map(({ at, text, did }, i) => {
        const { date, time } = clock(at);
        const full = [`${i + 1}. ${date} ${time}  ${shortLine(text, LONGEST.prompt)}`, `    then ${doneWords(did)}`];
        return item(i, full, `${i + 1}. ${time}  ${brief(text)}`);
      }),
    ),
    plan: section(
      'The accepted plan',
      'plan',
      plans.slice(-1).map(({ text, heading }) => {
        return item(0, indentedLines(text.slice(0, LONGEST.plan), 40, LONGEST.line), `    ${line(heading)}`);
      }),
    ),
    commits: section(
      `Commits (${commits.length})`,
      'commit',
      commits.map(({ hash, subject, body, prompt }, i) => {
        const details = body.trim() === '' ? [] : [`    ${shortLine(body, LONGEST.body)}`];
        const name = hash.slice(0, 9);
        return item(i, [`${name}  ${line(subject)}${asked(prompt)}`, ...details], `${name}  ${brief(subject)}`);
      }),
    ),
    files: section(
      `Files it changed most (${head.edits.files})`,
      'file',
      files
        .slice(0, MOST.files)
        .map(({ path, added, removed }, i) => item(i, [`${brief(path)}  +${added} -${removed}`])),
    ),
    failures: section(
      `Commands that failed (${failures.length})`,
      'failure',
      failures.slice(0, MOST.failures).map(({ command, line: cause, times, prompt, next }, i) => {
        const passed = next === undefined || next === command ? [] : [`    what passed next: ${brief(next)}`];
        const often = times > 1 ? `, ${times} times` : '';
        return item(i, [`${brief(command)}${often}${asked(prompt)}`, `    ${line(cause)}`, ...passed]);
      }),
    ),
    answers: section(
      `Questions that the person answered (${questions.length})`,
      'answer',
      questions.map(({ question, answer }, i) =>
        item(i, [line(question), `    ${line(answer)}`], `${brief(question)}: ${brief(answer)}`),
      ),
    ),
    excerpts: section(`What was said around the best events (${excerpts.length})`, 'excerpt', excerpts),
    ended: section(
      `How it ended (${head.ending})`,
      'answer',
      ended.length > 0 ? [item(0, ended, ended.join('\n'))] : [],
    ),
  };
  return Object.fromEntries(Object.entries(sections).filter(([, { items }]) => items.length > 0));
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

function item(rank: number, lines: readonly string[], brief: string = lines[0] ?? ''): ContextItem {
  return { full: lines.join('\n'), brief, rank };
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
