/**
 * A narrative is the story of a session on its way to a post. Here is how ready it is, what became of it, and which series
 * it is part of.
 */
import type { Chronicle, ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import type { Tag } from '#src/format/tags.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { narrativeAddress, sessionAddress } from '#src/lib/text/page-address.ts';
import { wordCount } from '#src/lib/text/plain.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { DRAFT_STATES, type DraftNote, type DraftState, type DraftTask } from './draft-state.ts';

/** A session's narrative and how ready it is for a post. Texts are untrusted. */
export interface SessionNarrative {
  session: Session;
  title: string;
  text: string;
  words: number;
  /** What is missing for a post, such as `Only 80 words`. Only countable things are judged. */
  missing: string[];
}

/** A narrative and how far it is on its way to a post. */
interface QueuedNarrative extends SessionNarrative {
  state: NarrativeState;
  /** Its draft, if there is one. */
  draft: DraftNote | null;
}

export type NarrativeState = DraftState | 'ready' | 'waiting';

/** The states as pages show them. */
export const NARRATIVE_STATES: Record<NarrativeState, string> = {
  ready: 'Ready',
  waiting: 'Not ready',
  ...DRAFT_STATES,
};

export interface Narratives {
  /** Closest to publishable first, then newest first. */
  queue: SessionNarrative[];
  /** Sessions that deserve a retrospective, the best first. */
  worthRetro: Session[];
  /** The narrative of a session, by project slug and session name, with its neighbours; null if there is none. */
  at(
    project: string,
    name: string,
  ): { narrative: SessionNarrative; earlier: Session | null; later: Session | null } | null;
}

/** About three short paragraphs. */
const FEWEST_WORDS = 120;

/** The narratives of an archive, computed once per list of sessions. */
export const narrativesOf = memoised((sessions: readonly Session[]): Narratives => {
  const all = sessions.flatMap((session) => sessionNarrative(session));
  const keyOf = (project: string, name: string) => `${project}/${name}`;
  const places = new Map(all.map(({ session }, place) => [keyOf(session.project.slug, session.name), place]));
  return {
    queue: [...all.filter(({ missing }) => missing.length === 0), ...all.filter(({ missing }) => missing.length > 0)],
    worthRetro: worthRetro(sessions),
    at(project, name) {
      const place = places.get(keyOf(project, name));
      const narrative = place === undefined ? undefined : all[place];
      if (place === undefined || !narrative) return null;
      return { narrative, earlier: all[place + 1]?.session ?? null, later: all[place - 1]?.session ?? null };
    },
  };
});

/** Computed once per session, since the archive is gathered again after each change. */
const sessionNarrative = memoised((session: Session): SessionNarrative[] => {
  const { lead, narrative } = session.chronicle.summary;
  if (!narrative) return [];
  const words = wordCount(narrative.text);
  const missing = [
    ...(words < FEWEST_WORDS ? [words === 0 ? 'No words' : `Only ${counted(words, 'word')}`] : []),
    ...(lead.trim() === '' ? ['No summary'] : []),
  ];
  return [{ session, title: sessionTitle(session), text: narrative.text, words, missing }];
});

/** Whether a session can become a post: a machine summary alone is not enough. */
export function hasStory(chronicle: Pick<Chronicle, 'events' | 'summary'>): boolean {
  const { kind, lead, narrative } = chronicle.summary;
  return chronicle.events.length > 0 || narrative !== null || (kind !== 'machine' && lead.trim() !== '');
}

/** A narrative as Markdown: the title as heading, the lead, the story. Empty parts are omitted. */
export function narrativeMarkdown(title: string, lead: string, text: string): string {
  return `${[`# ${title}`, lead.trim(), text.trim()].filter((part) => part !== '').join('\n\n')}\n`;
}

/** The page to read what a session tells: its narrative, or without one the session itself. */
export function storyAddress({ project, name, chronicle }: Session): string {
  return (chronicle.summary.narrative ? narrativeAddress : sessionAddress)(project.slug, name);
}

/** The draft of a session: the first with it as the only source, else the first with it as a source. */
export function draftOf({ id }: Session, notes: readonly DraftNote[]): DraftNote | null {
  const having = notes.filter(({ sessions }) => sessions.includes(id));
  return having.find(({ sessions }) => sessions.length === 1) ?? having[0] ?? null;
}

/** A narrative with its draft from `notes`. */
export function queued(narrative: SessionNarrative, notes: readonly DraftNote[]): QueuedNarrative {
  const draft = draftOf(narrative.session, notes);
  return { ...narrative, draft, state: draft?.state ?? (narrative.missing.length === 0 ? 'ready' : 'waiting') };
}

/** The order of drafts and narratives, by what to do next: most urgent first. */
const ORDER = ['fix', 'ready', 'export', 'redact', 'update', 'exported', 'published', 'waiting'] as const;

/** Drafts or narratives by what to do next, most urgent first; otherwise in the given order. */
export function byUrgency<T extends { state: NarrativeState; next: DraftTask | null }>(items: readonly T[]): T[] {
  const placeOf = ({ state, next }: T) => next ?? (state === 'draft' ? 'export' : state);
  return ORDER.flatMap((place) => items.filter((item) => placeOf(item) === place));
}

/** Narratives by what to do next, most urgent first; otherwise in the given order. */
export function narrativeQueue(
  narratives: readonly SessionNarrative[],
  notes: readonly DraftNote[],
): QueuedNarrative[] {
  const all = narratives.map((each) => queued(each, notes));
  return byUrgency(all.map((each) => ({ ...each, next: each.draft?.next ?? null })));
}

/** A part of a series: a draft, or a narrative without one. */
export interface SeriesPart {
  part: number;
  title: string;
  state: NarrativeState;
  /** The session to read; null if it is not in the archive. */
  session: Session | null;
  /** The slug of its draft; null for a narrative. */
  draft: string | null;
}

interface SeriesDraft {
  title: string;
  note: DraftNote;
  series: string;
  part: number | null;
}

/**
 * The series of an archive by name, each with its parts in order. A draft names its series in its front matter, and a
 * narrative in that of its chronicle; of a session with both, the draft counts. Parts without a number come last.
 */
export function seriesOf(
  sessions: readonly Session[],
  drafts: readonly SeriesDraft[],
): { name: string; parts: SeriesPart[] }[] {
  const last = Number.MAX_SAFE_INTEGER;
  const drafted = drafts.map(({ title, note, series, part }) => {
    const session = sessions.find(({ id }) => note.sessions.includes(id)) ?? null;
    return { name: oneLine(series), part: part ?? last, title, state: note.state, session, draft: note.slug };
  });
  const told = narrativesOf(sessions).queue.flatMap((narrative) => {
    const { series = '', part = '' } = narrative.session.chronicle.frontMatter as Record<string, string | undefined>;
    const { session, title, draft, state } = queued(
      narrative,
      drafts.map(({ note }) => note),
    );
    if (draft) return [];
    const place = /^[1-9]\d{0,5}$/.test(part) ? Number(part) : last;
    return [{ name: oneLine(series), part: place, title, state, session, draft: null }];
  });
  const parts = [...drafted, ...told].filter(({ name }) => name !== '').sort((a, b) => a.part - b.part);
  return [...Map.groupBy(parts, ({ name }) => name)]
    .map(([name, own]) => ({ name, parts: own }))
    .sort((a, b) => compare(a.name, b.name));
}

/** Needs no quotes in any shell and does not look like an option. */
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9._/-]*$/;

/** How a command line refers to a session: by project and name, or by id if they have characters that a shell interprets. */
export function sessionReference({ project, name, id }: Session): string {
  const named = `${project.slug}/${name}`;
  return PLAIN.test(named) ? named : id;
}

/** What the events of a session are worth to somebody who reads its story: turns and mistakes make one. */
const WORTH: Record<Tag, number> = {
  ...{ 'USER-CORRECTION': 3, PIVOT: 3, ERROR: 2, 'MEMORY-MISS': 2 },
  ...{ DECISION: 1, INSIGHT: 1, BLOCKED: 1, 'MEMORY-HIT': 1 },
};
/** What an event is worth to a story. */
export function worthOfEvent({ tag }: Pick<ChronicleEvent, 'tag'>): number {
  return WORTH[tag];
}

/** A story needs so many events that are worth two or more. */
const LEAST = { events: 3, worth: 2 };

/** The sessions that deserve to be told and have no narrative yet, the best first; of equal ones, the newest. `sessions` come newest first. */
export function worthRetro(sessions: readonly Session[]): Session[] {
  return sessions
    .map((session) => ({ session, worth: worthOf(session) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .map(({ session }) => session);
}

/** How much story is in a session; 0 for one with a narrative or with too little. Found events count as logged ones do. */
function worthOf({ chronicle: { summary, events } }: Session): number {
  if (summary.narrative) return 0;
  const worths = events.map(worthOfEvent);
  const isEnough = worths.filter((worth) => worth >= LEAST.worth).length >= LEAST.events;
  return isEnough ? worths.reduce((sum, worth) => sum + worth, 0) : 0;
}
