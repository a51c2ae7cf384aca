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
const LONGEST = { prompt: 400, name: 120, plan: 1500, body: 300, line: 240, ended: 6000, excerpt: 1200 };
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
  const line = (text: string, most = LONGEST.line) => shortLine(text, most);
  const section = (heading: string, noun: string, items: readonly (string | ContextItem)[]) =>
    sectionOf(heading, items, [noun, 'chronicle show prints them']);
  const excerpts = excerptItems(facts, (at) => clock(at).time);
  const ended = [outcome, lastAnswer].flatMap((answer) =>
    answer ? indentedLines(answer.text.slice(0, LONGEST.ended), 80, LONGEST.ended) : [],
  );
  const askedFor = prompts.map(({ at, text, did }, i) => {
    const { date, time } = clock(at);
    return `${i + 1}. ${date} ${time}  ${line(text, LONGEST.prompt)}\n    then ${doneWords(did)}`;
  });
  const plan = plans
    .slice(-1)
    .map(({ text }) => indentedLines(text.slice(0, LONGEST.plan), 40, LONGEST.line).join('\n'));
  const made = commits.map(({ hash, subject, body, prompt }) => {
    const details = body.trim() === '' ? '' : `\n    ${line(body, LONGEST.body)}`;
    return `${hash.slice(0, 9)}  ${line(subject)}${asked(prompt)}${details}`;
  });
  const changed = files
    .slice(0, MOST.files)
    .map(({ path, added, removed }) => `${line(path, LONGEST.name)}  +${added} -${removed}`);
  const failed = failures.slice(0, MOST.failures).map(({ command, line: cause, times, prompt, next }) => {
    const passed = next === undefined || next === command ? '' : `\n    what passed next: ${line(next, LONGEST.name)}`;
    const often = times > 1 ? `, ${times} times` : '';
    return `${line(command, LONGEST.name)}${often}${asked(prompt)}\n    ${line(cause)}${passed}`;
  });
  const answers = questions.map(({ question, answer }) => `${line(question)}\n    ${line(answer)}`);
  const sections: Record<StoryName, ContextSection> = {
    asked: section(`What was asked (${prompts.length})`, 'prompt', askedFor),
    plan: section('The accepted plan', 'plan', plan),
    commits: section(`Commits (${commits.length})`, 'commit', made),
    files: section(`Files it changed most (${head.edits.files})`, 'file', changed),
    failures: section(`Commands that failed (${failures.length})`, 'failure', failed),
    answers: section(`Questions that the person answered (${questions.length})`, 'answer', answers),
    excerpts: section(`What was said around the best events (${excerpts.length})`, 'excerpt', excerpts),
    ended: section(`How it ended (${head.ending})`, 'answer', ended.length > 0 ? [ended.join('\n')] : []),
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
        ? `${timeOf(about.at)}  about ${about.tag}: ${shortLine(about.text, LONGEST.name)}`
        : 'At another place';
      const lines = text.slice(0, LONGEST.excerpt).split('\n');
      const fresh = lines.filter((line) => !quoted.has(line));
      for (const line of lines) quoted.add(line);
      const change = diffs.find((diff) => diff.record === record);
      const shown = [
        ...[head, ...indentedLines(fresh.join('\n'), 24, 600)],
        ...(change
          ? [
              `    changed in ${shortLine(change.path, LONGEST.name)}:`,
              ...indentedLines(change.lines, 12, LONGEST.name),
            ]
          : []),
      ];
      return { text: shown.join('\n'), rank };
    });
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
