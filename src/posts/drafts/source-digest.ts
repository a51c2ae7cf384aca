import type { Session } from '#src/format/session.ts';
import { memoised } from '#src/lib/memo.ts';
import { sha1 } from '#src/lib/sha1.ts';
import type { Draft } from './draft.ts';

/**
 * A digest that changes when one of these sessions changes an event, its lead or its narrative. The order of sessions,
 * machine summaries, found events and the rest of the file do not count.
 */
export function sourceDigest(sessions: readonly Session[]): string {
  return sha1(sessions.map(contentDigest).sort().join('\n'));
}

/** A digest that changes with the draft's text, settings, beats or place in a series. Decisions about findings do not count. */
export function draftDigest({ body, settings }: Pick<Draft, 'body' | 'settings'>): string {
  const { title, description, tags, series, beats } = settings;
  const story = beats.map(({ role, event }) => [role, event]);
  return sha1(JSON.stringify([title, description, tags, series?.slug, series?.part, story, body]));
}

const contentDigest = memoised((session: Session): string => {
  const { summary } = session.chronicle;
  const events = session.chronicle.events;
  const { kind, lead, narrative } = summary;
  const story = [kind === 'machine' ? '' : lead, narrative?.title, narrative?.text];
  return sha1(JSON.stringify([session.id, events.map(({ tag, text, details }) => [tag, text, details]), story]));
});
