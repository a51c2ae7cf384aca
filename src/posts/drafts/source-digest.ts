import { loggedEvents } from '#src/chronicle/logged-events.ts';
import type { Session } from '#src/chronicle/session.ts';
import { memoised } from '#src/value/memo.ts';
import { sha1 } from '#src/value/sha1.ts';
import type { Draft } from './draft.ts';

/**
 * Another text whenever one of these sessions says something else: an event, its lead or its narrative. The order of
 * sessions does not count, nor what a machine summed up, nor a candidate, nor anything that stands in the file beside.
 */
export function sourceDigest(sessions: readonly Session[]): string {
  return sha1(sessions.map(saidIn).sort().join('\n'));
}

/** Another text whenever the draft's own words, beats or place in a series change. Decisions about findings do not count. */
export function draftDigest({ body, settings }: Pick<Draft, 'body' | 'settings'>): string {
  const { title, description, tags, series, beats } = settings;
  const story = beats.map(({ role, event }) => [role, event]);
  return sha1(JSON.stringify([title, description, tags, series?.slug, series?.part, story, body]));
}

const saidIn = memoised((session: Session): string => {
  const { summary } = session.chronicle;
  const events = loggedEvents(session.chronicle);
  const { kind, lead, narrative } = summary;
  const told = [kind === 'machine' ? '' : lead, narrative?.title, narrative?.text];
  return sha1(JSON.stringify([session.id, events.map(({ tag, text, details }) => [tag, text, details]), told]));
});
