import { eventIndex, isEventName } from '#src/chronicle/event-name.ts';
import { saveDecisions } from '#src/node/posts/drafts/decisions-file.ts';
import { readDraft } from '#src/node/posts/drafts/read-drafts.ts';
import { seriesPath } from '#src/node/posts/series/read-series.ts';
import { addEvent } from '#src/node/posts/series/write-series.ts';
import { decide } from '#src/node/redaction/decide.ts';
import type { World } from '#src/node/world.ts';
import type { Layout } from '#src/project/paths.ts';
import type { Decision } from '#src/redaction/finding.ts';
import { createDraftFor } from './create-draft.ts';
import { currentPosts, currentSnapshot, providedArchive } from './current-archive.ts';
import type { Action } from './edit-endpoints.ts';
import { Refusal } from './edit-request.ts';

/** The edits that pages can make, by name. The sample cannot be edited. */
export function editActions(layout: Layout, world: World): ReadonlyMap<string, Action> {
  return new Map([
    action('finding', ['draft', 'finding', 'decision'], (fields) => decideFinding(layout, fields)),
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

const DECIDED: Record<Decision, (kind: string) => string> = {
  replace: (kind) => `The ${kind} will be replaced.`,
  keep: (kind) => `The ${kind} will be kept.`,
  'leave-out': (kind) => `Events with the ${kind} will be left out.`,
};

async function decideFinding(layout: Layout, fields: Record<string, unknown>): Promise<string> {
  const { draft: slug, finding: hash, decision } = fields;
  if (typeof slug !== 'string' || typeof hash !== 'string' || !isDecision(decision))
    throw new Refusal(
      400,
      'A decision needs a draft, a finding, and one of replace, keep or leave-out. Nothing was changed.',
    );
  const prepared = (await currentPosts().drafts()).find(({ resolved }) => resolved.draft.slug === slug);
  const draft = prepared && readDraft(layout, slug);
  if (!draft) throw new Refusal(404, 'Draft not found. Nothing was changed.');
  const finding = prepared.findings.find((each) => each.hash === hash);
  if (!finding) throw new Refusal(409, 'The draft no longer has this finding. Nothing was changed.');
  saveDecisions(draft, decide(draft.decisions, finding, decision));
  providedArchive()?.refresh(`${draft.directory}/redactions.yml`);
  return DECIDED[decision](finding.kind);
}

async function addToOutline(layout: Layout, fields: Record<string, unknown>): Promise<string> {
  const { series, part, event } = fields;
  if (typeof series !== 'string' || !isPart(part) || typeof event !== 'string' || !isEventName(event))
    throw new Refusal(400, 'To add an event, name a series, the number of a part, and the event. Nothing was changed.');
  if (!eventIndex(currentSnapshot().sessions)(event))
    throw new Refusal(404, 'Event not found in the archive. Nothing was changed.');
  const added = addEvent(layout, series, part, event);
  providedArchive()?.refresh(seriesPath(layout, series));
  const outlines = await currentPosts().outlines();
  const parts = outlines.find(({ series: { slug } }) => slug === series)?.parts;
  const title = parts?.[added.part - 1]?.title ?? '';
  return added.isNew ? `Added to part ${added.part}, ${title}.` : `Already in part ${added.part}, ${title}.`;
}

function isDecision(value: unknown): value is Decision {
  return typeof value === 'string' && Object.hasOwn(DECIDED, value);
}

function isPart(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isInteger(value) && value > 0);
}
