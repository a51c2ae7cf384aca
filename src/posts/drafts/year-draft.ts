/**
 * The draft of a year's post: its card, numbers, moments, what the user said, and its stories, as a text to write on.
 * Like any draft, it is scanned when it is exported.
 */
import { type Moment, yearMoments, yearOf, yearQuotes, yearSentence } from '#src/archive/year.ts';
import { yearFigures } from '#src/archive/year-figures.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { MemoryRecord } from '#src/memory/misses/memory-record.ts';
import { type Block, type Inline, withoutLinks } from '#src/text/blocks.ts';
import { readInline } from '#src/text/markdown.ts';
import { writeComment, writeComponent, writeMarkdown } from '#src/text/write-markdown.ts';
import { narrativesOf } from '../narrative/narratives.ts';
import { storyArcs } from '../series/arcs.ts';
import type { NewDraft } from './new-draft.ts';

interface Given {
  /** A year with enough sessions. */
  year: string;
  /** All sessions of the archive, newest first. */
  sessions: readonly Session[];
  record: Pick<MemoryRecord, 'groups' | 'addressOf'>;
  /** What the owner wrote about the year; empty if nothing. */
  line: string;
}

const MOST_QUOTES = 4;
const MOST_STORIES = 24;
const BOUNDS =
  'Prompts, hours and commits are what transcripts show, so sessions without one are not in them. Events are what the agent logged and what its transcripts record.';
const OWN_WORDS = 'What was this year to you? One paragraph in your own words, and delete what does not matter.';

/** The name of the draft of a year. */
export function yearSlug(year: string): string {
  return `year-${year}`;
}

/** The draft of a year, not yet on disk. Its texts are untrusted and not redacted. */
export function yearDraft({ year, sessions: all, record, line }: Given): NewDraft {
  const sessions = all.filter((session) => yearOf(session) === year);
  const sentence = yearSentence(sessions);
  const { numbers, counts } = yearFigures(year, all, record.groups);
  const moments = yearMoments({ year, sessions, ...record, arcs: storyArcs(all), isPublic: true });
  const { quotes } = yearQuotes(sessions, MOST_QUOTES);
  const stories = narrativesOf(all).years.find((each) => each.year === year)?.narratives ?? [];
  const days = sessions.map(({ chronicle }) => chronicle.frontMatter.date).sort();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const parts = [
    written({ name: 'YearCard', year }),
    writeMarkdown([paragraph(...(line === '' ? [] : [...readInline(line), text(' ')]), text(sentence))]),
    `${writeComment(OWN_WORDS)}\n`,
    writeMarkdown([heading('In numbers'), list(numbers.map(({ value, label }) => [text(`${value} ${label}`)]))]),
    writeMarkdown([paragraph({ kind: 'emphasis', children: [text(BOUNDS)] })]),
    ...(counts.size === 0 ? [] : [written({ name: 'TagTimeline', project: null, from, to })]),
    ...(moments.length === 0 ? [] : [writeMarkdown([heading('Moments')])]),
    ...moments.flatMap(momentParts),
    ...(quotes.length === 0 ? [] : [writeMarkdown([heading('What I said')])]),
    ...quotes.map(({ session, event }) => written({ name: 'Event', event: `${session.id}#${event.id}` })),
    ...(stories.length === 0
      ? []
      : [
          writeMarkdown([heading('Narratives'), list(stories.slice(0, MOST_STORIES).map(({ title }) => plain(title)))]),
        ]),
  ];
  return {
    slug: yearSlug(year),
    settings: {
      title: `${year} with Claude Code`,
      description: sentence,
      tags: ['claude-code'],
      series: null,
      beats: [],
      sources: [],
      exports: [],
      published: null,
    },
    body: parts.join('\n'),
  };
}

function momentParts({ what, title, because, group }: Moment): string[] {
  const name: Inline = { kind: 'strong', children: [text(`${what}:`)] };
  return [
    writeMarkdown([paragraph(name, text(' '), ...plain(title), text('. '), ...plain(because))]),
    ...(group === undefined ? [] : [written({ name: 'Lifeline', group })]),
  ];
}

function written(component: Parameters<typeof writeComponent>[0]): string {
  return `${writeComponent(component)}\n`;
}

function plain(words: string): Inline[] {
  return withoutLinks(readInline(words));
}

function heading(words: string): Block {
  return { kind: 'heading', level: 2, children: [text(words)] };
}

function paragraph(...children: Inline[]): Block {
  return { kind: 'paragraph', children };
}

function list(items: Inline[][]): Block {
  return { kind: 'list', ordered: false, start: 1, items: items.map((item) => [paragraph(...item)]) };
}

function text(words: string): Inline {
  return { kind: 'text', text: words };
}
