import type { Session } from '#src/format/session.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { wordCount } from '#src/lib/text/reading-time.ts';
import { memoised } from '#src/lib/memo.ts';
import { type Beat, beatsOf } from './beats.ts';
import { READINESS_STATES, type Readiness, readinessOf } from './readiness.ts';
import { worthRetro } from './worth-retro.ts';

/** A session's narrative and how ready it is for a post. Texts are untrusted. */
export interface SessionNarrative {
  session: Session;
  title: string;
  text: string;
  words: number;
  beats: Beat[];
  readiness: Readiness;
}

export interface Narratives {
  /** Closest to publishable first, then newest first. */
  queue: SessionNarrative[];
  /** Newest first, also within a year. */
  years: NarrativeYear[];
  /** Sessions that deserve a retrospective, the best first: see `worth-retro.ts`. */
  worthRetro: Session[];
  /** The narrative of a session, by project slug and session name, with its neighbours; null if there is none. */
  at(project: string, name: string): NarrativeAt | null;
}

export interface NarrativeYear {
  year: string;
  narratives: SessionNarrative[];
}

export interface NarrativeAt {
  narrative: SessionNarrative;
  earlier: Session | null;
  later: Session | null;
}

/** The most narratives on one page: about 5,000 pixels. */
export const ON_ONE_PAGE = 14;

/** The narratives of an archive, computed once per list of sessions. */
export const narrativesOf = memoised(gather);

/** Whether there are too many narratives for one page, so that each year has its own. */
export function hasYearPages({ length }: readonly SessionNarrative[]): boolean {
  return length > ON_ONE_PAGE;
}

function gather(sessions: readonly Session[]): Narratives {
  const all = sessions.flatMap((session) => sessionNarrative(session));
  const places = new Map(all.map(({ session }, place) => [keyOf(session.project.slug, session.name), place]));
  const states = Object.keys(READINESS_STATES);
  return {
    queue: states.flatMap((state) => all.filter(({ readiness }) => readiness.state === state)),
    years: [...Map.groupBy(all, ({ session }) => session.chronicle.frontMatter.date.slice(0, 4))].map(
      ([year, narratives]) => ({ year, narratives }),
    ),
    worthRetro: worthRetro(sessions),
    at(project, name) {
      const place = places.get(keyOf(project, name));
      const narrative = place === undefined ? undefined : all[place];
      if (place === undefined || !narrative) return null;
      return { narrative, earlier: all[place + 1]?.session ?? null, later: all[place - 1]?.session ?? null };
    },
  };
}

/** Computed once per session, since the archive is gathered again after each change. */
const sessionNarrative = memoised((session: Session): SessionNarrative[] => {
  const { summary, events } = session.chronicle;
  if (!summary.narrative) return [];
  const { text } = summary.narrative;
  const words = wordCount(text);
  const beats = beatsOf(events);
  const readiness = readinessOf(words, summary.lead, beats);
  return [{ session, title: sessionTitle(session), text, words, beats, readiness }];
});

function keyOf(project: string, name: string): string {
  return `${project}/${name}`;
}

/** A narrative as Markdown: the title as heading, the lead, the story. Empty parts are omitted. */
export function narrativeMarkdown(title: string, lead: string, text: string): string {
  return `${[`# ${title}`, lead.trim(), text.trim()].filter((part) => part !== '').join('\n\n')}\n`;
}
