/** Where the events of the archive are told: in the parts of series and in drafts. */
import type { ResolvedDraft } from '../export/resolve-draft.ts';
import type { Outline } from './outline.ts';

/** A part of a series, or a draft. A draft is known by its slug: a built site shows none of its text. */
export type Telling = { kind: 'series'; slug: string; title: string; part: number } | { kind: 'draft'; slug: string };

/** The tellings of each event, by `<session_id>#<event id>`. */
export function eventTellings(
  outlines: readonly Outline[],
  drafts: readonly { resolved: Pick<ResolvedDraft, 'draft' | 'beats'> }[],
): ReadonlyMap<string, readonly Telling[]> {
  const found = new Map<string, Telling[]>();
  const add = (session: string, event: string, telling: Telling) => {
    const key = `${session}#${event}`;
    found.set(key, [...(found.get(key) ?? []), telling]);
  };
  for (const { series, parts } of outlines)
    for (const [index, { events }] of parts.entries())
      for (const { found: named } of events)
        if (named)
          add(named.session.id, named.event.id, {
            kind: 'series',
            slug: series.slug,
            title: series.title,
            part: index + 1,
          });
  for (const { resolved } of drafts)
    for (const { session, event } of resolved.beats)
      add(session.id, event.id, { kind: 'draft', slug: resolved.draft.slug });
  return found;
}
