import { eventIndex, isEventName } from '#src/format/event-name.ts';
import { addEvent } from '#src/posts/series/write-series.ts';
import type { Layout } from '#src/lib/paths.ts';
import { createDraftFor } from './create-draft.ts';
import { currentPosts, currentSnapshot, providedArchive } from './current-archive.ts';
import { decideFinding } from './decide-findings.ts';
import { decideFound } from './decide-found.ts';
import type { DecisionContext } from './served-archive.ts';
import type { DecisionLog } from './decision-log.ts';
import type { Action } from './edit-endpoints.ts';
import { Refusal } from './edit-request.ts';

/** The edits that pages can make, by name. The sample cannot be edited. */
export function editActions(layout: Layout, context: DecisionContext): ReadonlyMap<string, Action> {
  const { world, decisions } = context;
  return new Map([
    action('found', ['session', 'event', 'verb'], (fields) => decideFound(layout, fields)),
    action('finding', ['draft', 'finding', 'decision'], (fields) => decideFinding(layout, decisions, fields)),
    action('undo', ['decision'], ({ decision }) => undo(decisions, decision)),
    action('draft', ['sessions'], ({ sessions }) => createDraftFor(layout, world, sessions)),
    action('outline', ['series', 'part', 'event'], (fields) => addToOutline(layout, fields)),
  ]);
}

function action(name: string, fields: readonly string[], run: Action['run']): [string, Action] {
  const guarded: Action['run'] = (given) => {
    if (currentPosts().isEditable()) return run(given);
    throw new Refusal(403, 'The sample cannot be edited. Nothing was changed.');
  };
  return [name, { fields, run: guarded }];
}

function undo(decisions: DecisionLog, decision: unknown): string {
  if (decisions.undoLast(decision)) return 'Undone.';
  throw new Refusal(409, 'This is no longer the last decision. Reload the page. Nothing was changed.');
}

async function addToOutline(layout: Layout, fields: Record<string, unknown>): Promise<string> {
  const { series, part, event } = fields;
  if (typeof series !== 'string' || !isPart(part) || typeof event !== 'string' || !isEventName(event))
    throw new Refusal(400, 'To add an event, name a series, the number of a part, and the event. Nothing was changed.');
  if (!eventIndex(currentSnapshot().sessions)(event))
    throw new Refusal(404, 'Event not found in the archive. Nothing was changed.');
  const added = addEvent(layout, series, part, event);
  providedArchive()?.refresh();
  const outlines = await currentPosts().outlines();
  const parts = outlines.find(({ series: { slug } }) => slug === series)?.parts;
  const title = parts?.[added.part - 1]?.title ?? '';
  return added.isNew ? `Added to part ${added.part}, ${title}.` : `Already in part ${added.part}, ${title}.`;
}

function isPart(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isInteger(value) && value > 0);
}
