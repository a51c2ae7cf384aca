import type { Session } from '#src/format/session.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import type { MemoryRecord } from '#src/memory/misses/memory-record.ts';
import { slugOf } from '#src/lib/slug.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { opening } from '#src/lib/text/opening.ts';
import { LONGEST_DESCRIPTION } from '../export/build-post.ts';
import type { DraftSettings } from './draft.ts';
import type { DraftMaterials } from './draft-material.ts';
import { draftText } from './draft-text.ts';
import { sourceDigest } from './source-digest.ts';
import { oldestFirst, storyBeats } from './story-beats.ts';

/** A draft that is not on disk yet. */
export interface NewDraft {
  /** The name of its directory, unless it is taken. */
  slug: string;
  settings: DraftSettings;
  /** draft.mdx */
  body: string;
}

interface NewDraftOptions {
  /** At least one, in any order. */
  sessions: readonly Session[];
  /** Groups of misses. */
  record: Pick<MemoryRecord, 'placeOf'>;
  /** Facts and repositories of the sessions; without them, the draft has their events alone. */
  materials?: DraftMaterials | undefined;
  title?: string | undefined;
  description?: string | undefined;
  tags?: string[] | undefined;
  series?: DraftSettings['series'] | undefined;
}

const LONGEST_SLUG = 80;
/** The name of a project may be private, so it is not a default tag. */
const TAGS = ['claude-code'];

/**
 * A new draft of sessions. Its text is their narratives, or skeletons made from what was recorded; title, description and
 * tags are taken from the sessions unless they are given.
 */
export function newDraft({ sessions, record, materials = new Map(), ...given }: NewDraftOptions): NewDraft {
  const sources = oldestFirst(sessions);
  const title = oneLine(given.title ?? titleOf(sources));
  return {
    slug: draftSlug(title),
    settings: {
      title,
      description: oneLine(given.description ?? hookOf(sources, materials)),
      tags: given.tags ?? [...TAGS],
      series: given.series ?? null,
      beats: storyBeats(sources).map(({ role, session, event }) => ({ role, event: `${session.id}#${event.id}` })),
      sources: sources.map((session) => ({ session: session.id, digest: sourceDigest([session]) })),
      exports: [],
      published: null,
    },
    body: draftText(sources, record, materials),
  };
}

/** The slug for a title: `Über the limit!` is `uber-the-limit`. */
export function draftSlug(title: string): string {
  const letters = title
    .normalize('NFKD')
    .replace(/[\p{M}'’]|\.(?=\s)/gu, '')
    .toLowerCase();
  const words = slugOf(letters, 'draft');
  const cut = words.length > LONGEST_SLUG ? words.slice(0, LONGEST_SLUG + 1).replace(/-[^-]*$/, '') : words;
  return slugOf(cut.slice(0, LONGEST_SLUG).replace(/^[-._]+|[-._]+$/g, ''), 'draft');
}

/** The title of the first narrative, or of the first session. */
function titleOf(sources: readonly Session[]): string {
  const first = sources.find(({ chronicle }) => chronicle.summary.narrative) ?? sources[0];
  return first ? sessionTitle(first) : '';
}

/** The opening of the first written summary, of the first narrative, or of the last answer of a session. */
function hookOf(sources: readonly Session[], materials: DraftMaterials): string {
  const texts = sources.flatMap(({ chronicle: { summary } }) => [
    summary.kind === 'machine' ? '' : summary.lead,
    summary.narrative?.text ?? '',
  ]);
  const outcomes = sources.map(({ id }) => materials.get(id)?.facts?.outcome?.text ?? '');
  return [...texts, ...outcomes].map((text) => opening(text, LONGEST_DESCRIPTION)).find((hook) => hook !== '') ?? '';
}
