import type { Session } from '#src/chronicle/session.ts';
import { tagCount } from '#src/chronicle/session-days.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { sessionTitle } from '#src/chronicle/title.ts';
import { wordCount } from '#src/text/opening.ts';
import { memoised } from '#src/value/memo.ts';
import { type Beat, beatsOf } from './beats.ts';
import { READINESS_STATES, type Readiness, readinessOf } from './readiness.ts';

/** A session's narrative and how near it is to being a post. Texts are untrusted. */
export interface SessionNarrative {
  session: Session;
  title: string;
  text: string;
  words: number;
  beats: Beat[];
  readiness: Readiness;
}

export interface Narratives {
  /** What is nearest to a post first, then newest first. */
  queue: SessionNarrative[];
  /** Newest first, and so within each. */
  years: NarrativeYear[];
  /** Sessions that a retro could make a narrative of: see `isWorthRetro`. Newest first. */
  worthRetro: Session[];
  /** The narrative of this project and session name with its neighbours in time, or null if there is none. */
  at(project: string, name: string): NarrativeAt | null;
}

export interface NarrativeYear {
  year: string;
  told: SessionNarrative[];
}

export interface NarrativeAt {
  told: SessionNarrative;
  earlier: Session | null;
  later: Session | null;
}

/** What the queue shows at once, with how each begins: about 150 kB of HTML. */
export const ON_ONE_PAGE = 100;

const WORTH_TELLING: readonly Tag[] = ['MEMORY-MISS', 'USER-CORRECTION', 'PIVOT'];

/** The narratives of an archive's sessions, newest first. The same array gets the same answer. */
export const narrativesOf = memoised(gather);

/** Whether there are too many for one page; the years then have pages of their own. */
export function isDivided({ length }: readonly SessionNarrative[]): boolean {
  return length > ON_ONE_PAGE;
}

/** Whether a session has no narrative but what one is made of: a miss, a correction and a turn. */
export function isWorthRetro(session: Session): boolean {
  if (session.chronicle.summary.narrative) return false;
  return WORTH_TELLING.every((tag) => tagCount(session, tag) > 0);
}

function gather(sessions: readonly Session[]): Narratives {
  const all = sessions.flatMap((session) => sessionNarrative(session));
  const places = new Map(all.map(({ session }, place) => [keyOf(session.project.slug, session.name), place]));
  const states = Object.keys(READINESS_STATES);
  return {
    queue: states.flatMap((state) => all.filter(({ readiness }) => readiness.state === state)),
    years: [...Map.groupBy(all, ({ session }) => session.chronicle.frontMatter.date.slice(0, 4))].map(
      ([year, told]) => ({ year, told }),
    ),
    worthRetro: sessions.filter(isWorthRetro),
    at(project, name) {
      const place = places.get(keyOf(project, name));
      const told = place === undefined ? undefined : all[place];
      if (place === undefined || !told) return null;
      return { told, earlier: all[place + 1]?.session ?? null, later: all[place - 1]?.session ?? null };
    },
  };
}

/** Worked out once for a session, as the archive is gathered anew at each change. */
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

/** A narrative as a text of its own: the title as its heading, the lead, the story. Empty parts are left out. */
export function narrativeMarkdown(title: string, lead: string, text: string): string {
  return `${[`# ${title}`, lead.trim(), text.trim()].filter((part) => part !== '').join('\n\n')}\n`;
}
