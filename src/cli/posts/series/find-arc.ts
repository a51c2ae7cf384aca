import type { Session } from '#src/format/session.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { beatsOf } from '#src/posts/narrative/beats.ts';
import { type Arc, storyArcs } from '#src/posts/series/arcs.ts';
import type { SeriesPart } from '#src/posts/series/series.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { nearestOf } from '#src/lib/nearest.ts';

/** The story with this key. Refuses (CHRONICLE_NO_STORY) an unknown key. */
export function findArc(sessions: readonly Session[], key: string): Arc {
  const arcs = storyArcs(sessions);
  const found = arcs.find((arc) => arc.key === key.toLowerCase());
  if (found) return found;
  const nearest = nearestOf(
    key,
    arcs.map((arc) => arc.key),
  );
  const advice = nearest ? `Did you mean ${nearest}?` : '`chronicle series list` shows the stories.';
  throw new ChronicleError('CHRONICLE_NO_STORY', `There is no story ${key}. ${advice} Nothing was changed.`);
}

/** A part for each session of a story, with its beats as events. */
export function partsOfArc({ sessions }: Arc): SeriesPart[] {
  return sessions.map((session) => ({
    title: oneLine(sessionTitle(session)),
    idea: '',
    events: beatsOf(session.chronicle.events).map(({ event }) => `${session.id}#${event.id}`),
  }));
}
