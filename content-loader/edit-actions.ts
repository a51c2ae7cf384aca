import type { Paths } from '#src/lib/paths.ts';
import { createDraftFor } from './create-draft.ts';
import { currentPosts } from './current-archive.ts';
import { decideFinding } from './decide-findings.ts';
import { decideFound } from './decide-found.ts';
import type { DecisionContext } from './served-archive.ts';
import type { DecisionLog } from './decision-log.ts';
import type { Action } from './edit-endpoints.ts';
import { Refusal } from './edit-request.ts';

/** The edits that pages can make, by name. The sample cannot be edited. */
export function editActions(paths: Paths, context: DecisionContext): ReadonlyMap<string, Action> {
  const { env, decisions } = context;
  return new Map([
    action('found', ['session', 'event', 'verb'], (fields) => decideFound(paths, fields)),
    action('finding', ['draft', 'finding', 'decision'], (fields) => decideFinding(paths, decisions, fields)),
    action('undo', ['decision'], ({ decision }) => undo(decisions, decision)),
    action('draft', ['sessions'], ({ sessions }) => createDraftFor(paths, env, sessions)),
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
