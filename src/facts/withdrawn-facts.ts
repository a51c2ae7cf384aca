/**
 * What is left of facts after an import is undone. The file stays, and remembers which events were taken out: otherwise the
 * next command that reads transcripts by itself would bring them back, and an event that a person deleted earlier with them.
 */
import type { Facts, FactsHead } from './facts.ts';

/** The facts without the events of these records, which an undo took out of the chronicle. */
export function withdrawEvents(facts: Facts, records: readonly string[]): Facts {
  if (records.length === 0) return facts;
  const withdrawn = [...new Set([...(facts.withdrawn ?? []), ...records])];
  const placed = [...new Set([...facts.placed, ...records])];
  return { ...facts, head: { ...facts.head, withdrawn: facts.head.withdrawn ?? 'events' }, placed, withdrawn };
}

/** Facts that show nothing any more, and only remember what was read and what became of it. */
export function withdrawAll(facts: Facts, records: readonly string[]): Facts {
  const { head, evidence, placed, withdrawn } = withdrawEvents(facts, records);
  const { version, session_id, harvested, transcripts } = head;
  return {
    head: {
      ...{
        version,
        session_id,
        harvested,
        transcripts,
        from: null,
        to: null,
        activeMinutes: 0,
        prompts: 0,
        commits: 0,
      },
      ...{ edits: { files: 0, added: 0, removed: 0 }, tests: { runs: 0, failed: 0 }, tokens: 0, model: null },
      ...{ titles: {}, ending: 'open', withdrawn: 'all' },
    },
    ...{ prompts: [], branches: [], models: [], tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } },
    ...{ files: [], commits: [], pullRequests: [], tests: [], failures: [], subagents: [], skills: [], mcpServers: [] },
    ...{ web: [], plans: [], refusedPlans: 0, questions: [], compactions: [], outcome: null, work: [], diffs: [] },
    ...{ found: [], excerpts: [] },
    ...{ evidence, placed, skipped: {}, ...(withdrawn && { withdrawn }) },
  };
}

/** The facts as another import takes them: what was withdrawn may come in again. */
export function takenBack(facts: Facts): Facts {
  const { withdrawn = [], head, ...rest } = facts;
  const { withdrawn: _, ...shown } = head;
  const back = new Set(withdrawn);
  return { ...rest, head: shown, placed: rest.placed.filter((record) => !back.has(record)) };
}

/** The head if it shows anything. */
export function shownHead(head: FactsHead | null | undefined): FactsHead | null {
  return head && head.withdrawn !== 'all' ? head : null;
}
