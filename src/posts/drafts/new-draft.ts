import type { Session } from '#src/chronicle/session.ts';
import { sessionTitle } from '#src/chronicle/title.ts';
import type { MemoryRecord } from '#src/memory/misses/memory-record.ts';
import { slugOf } from '#src/project/slug.ts';
import { oneLine } from '#src/text/clip.ts';
import { opening } from '#src/text/opening.ts';
import type { DraftSettings } from './draft.ts';
import { draftText } from './draft-text.ts';
import { sourceDigest } from './source-digest.ts';
import { oldestFirst, storyBeats } from './story-beats.ts';

/** A draft before it has a place. */
export interface NewDraft {
  /** The name that its directory has if it is free. */
  slug: string;
  settings: DraftSettings;
  /** draft.mdx */
  body: string;
}

interface Given {
  /** What it is made of, in any order, at least one. */
  sessions: readonly Session[];
  /** Which misses belong together. */
  record: Pick<MemoryRecord, 'placeOf'>;
  title?: string | undefined;
  description?: string | undefined;
  tags?: string[] | undefined;
  series?: DraftSettings['series'] | undefined;
}

/** Search engines and feeds cut what is longer. */
const LONGEST_DESCRIPTION = 155;
const LONGEST_SLUG = 80;
/** Names of projects may be private, so none becomes a tag by itself. */
const TAGS = ['claude-code'];

/**
 * A draft of sessions: their narratives as its text, else how they are summed up and their beats; the beats of all
 * their events; what they said at that time. What is not given is taken from them.
 */
export function newDraft({ sessions, record, ...given }: Given): NewDraft {
  const sources = oldestFirst(sessions);
  const title = oneLine(given.title ?? titleOf(sources));
  return {
    slug: draftSlug(title),
    settings: {
      title,
      description: oneLine(given.description ?? hookOf(sources)),
      tags: given.tags ?? [...TAGS],
      series: given.series ?? null,
      beats: storyBeats(sources).map(({ role, session, event }) => ({ role, event: `${session.id}#${event.id}` })),
      sources: sources.map((session) => ({ session: session.id, digest: sourceDigest([session]) })),
      exports: [],
      published: null,
    },
    body: draftText(sources, record),
  };
}

/** The name of a draft's directory for a title: `Über the limit!` is `uber-the-limit`. */
export function draftSlug(title: string): string {
  const letters = title
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
  const words = slugOf(letters, 'draft');
  const cut = words.length > LONGEST_SLUG ? words.slice(0, LONGEST_SLUG + 1).replace(/-[^-]*$/, '') : words;
  return cut.slice(0, LONGEST_SLUG).replace(/^[-._]+|[-._]+$/g, '') || 'draft';
}

/** That of the first narrative, else of the first session. */
function titleOf(sources: readonly Session[]): string {
  const told = sources.find(({ chronicle }) => chronicle.summary.narrative) ?? sources[0];
  return told ? sessionTitle(told) : '';
}

/** How the first of them that is summed up in words begins, else the first narrative. */
function hookOf(sources: readonly Session[]): string {
  const texts = sources.flatMap(({ chronicle: { summary } }) => [
    summary.kind === 'machine' ? '' : summary.lead,
    summary.narrative?.text ?? '',
  ]);
  return texts.map((text) => opening(text, LONGEST_DESCRIPTION)).find((hook) => hook !== '') ?? '';
}
