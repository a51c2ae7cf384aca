/** The facts of an imported session: other systems keep only its prompts. */
import { FACTS_VERSION, type Facts, LONGEST } from '../transcript/facts.ts';
import { clip, oneLine } from '../lib/text/clip.ts';
import { promptTitle } from '../transcript/titles.ts';
import type { ImportedSession } from './imported-session.ts';

/** The facts of an imported session: its prompts, with their times. Null without any. `keepsTexts` is the owner's setting. */
export function importedFacts(
  { id, prompts, title }: ImportedSession,
  { system, now, keepsTexts }: { system: string; now: Date; keepsTexts: boolean },
): Facts | null {
  const [first] = prompts;
  const last = prompts.at(-1);
  if (!first || !last) return null;
  const custom = clip(oneLine(title), LONGEST.title);
  const sentence = clip(promptTitle(first.text), LONGEST.title);
  const isoOf = (at: number) => new Date(at).toISOString();
  return {
    head: {
      version: FACTS_VERSION,
      session_id: id,
      harvested: now.toISOString(),
      transcripts: [],
      from: isoOf(first.at),
      to: isoOf(last.at),
      activeMinutes: 0,
      prompts: prompts.length,
      edits: { files: 0, added: 0, removed: 0 },
      commits: 0,
      tests: { runs: 0, failed: 0 },
      tokens: 0,
      model: null,
      titles: {
        ...(custom === '' ? {} : { custom }),
        ...(sentence === '' || !keepsTexts ? {} : { prompt: sentence }),
      },
      ending: 'open',
      importedFrom: system,
    },
    prompts: prompts.map(({ key, at, text }) => ({
      at: isoOf(at),
      text: keepsTexts ? text : '',
      record: `${system}-${key}`,
      did: { reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 },
    })),
    branches: [],
    models: [],
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    files: [],
    commits: [],
    pullRequests: [],
    tests: [],
    failures: [],
    subagents: [],
    skills: [],
    mcpServers: [],
    web: [],
    plans: [],
    refusedPlans: 0,
    questions: [],
    compactions: [],
    outcome: null,
    work: [],
    diffs: [],
    excerpts: [],
    found: [],
    evidence: [],
    skipped: {},
  };
}

/** Facts that were imported before, with the prompts of a later import. */
export function joinedPrompts(known: Facts, { prompts: more, ...facts }: Facts): Facts {
  const records = new Set(known.prompts.map(({ record }) => record));
  const fresh = more.filter(({ record }) => !records.has(record));
  return withPrompts({ ...facts, ...known, head: known.head }, [...known.prompts, ...fresh]);
}

/** The keys of the prompts in facts that were imported. */
export function promptKeys({ head, prompts }: Facts): string[] {
  return head.importedFrom === undefined ? [] : prompts.map(({ record }) => keyIn(record));
}

function keyIn(record: string): string {
  return record.slice(record.lastIndexOf('-') + 1);
}

function withPrompts(facts: Facts, prompts: Facts['prompts']): Facts {
  const sorted = prompts.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const [from, to] = [sorted[0]?.at ?? null, sorted.at(-1)?.at ?? null];
  return { ...facts, head: { ...facts.head, from, to, prompts: sorted.length }, prompts: sorted };
}
