/** What is written of an imported session: a chronicle if it has none, its prompts as facts, and the rest in its notebook. */
import { countedSummary } from '../format/read.ts';
import { ABOUT, BEGAN_WITH } from '../format/session.ts';
import { addObservation, blocksOf, emptyNotebook, setHandoff } from '../format/notebook/edit-notebook.ts';
import { handoffLines } from '../format/notebook/notebook.ts';
import { keyOf, originIn } from '../format/notebook/origin.ts';
import { observationLines } from '../format/notebook/observation.ts';
import type { FrontMatter } from '../format/schema.ts';
import { type NewFile, serializeChronicle } from '../format/serialize.ts';
import { fileStem, NO_BRANCH, taskOf } from '../lib/checkout.ts';
import { localTime, utcTime, type Zone } from '../lib/local-time.ts';
import { clip, oneLine } from '../lib/text/clip.ts';
import { counted } from '../lib/text/day.ts';
import { isPlainPath } from './chronicle-of.ts';
import { cleanLine } from '../transcript/clean-line.ts';
import { type Facts, LONGEST } from '../transcript/facts.ts';
import { FACTS_VERSION } from '../format/facts-head.ts';
import { promptTitle } from '../transcript/titles.ts';
import type { ImportedObservation, ImportedSession } from './imported-session.ts';

const LONGEST_BEGINNING = 80;

/** The chronicle of an imported session. `cwd` is the checkout; empty if unknown. */
export function importedChronicle(
  session: ImportedSession,
  { system, cwd, taskPattern }: { system: string; cwd: string; taskPattern: RegExp | undefined },
): NewFile {
  const { id, at, prompts, observations, title, about, remark } = session;
  const { date, offset } = localTime(new Date(at));
  const frontMatter: FrontMatter = {
    session_id: id,
    date,
    branch: NO_BRANCH,
    task: taskOf(NO_BRANCH, taskPattern),
    started: utcTime(new Date(at)),
    ...(isPlainPath(cwd) ? { cwd } : {}),
    utc_offset: offset,
    source: 'import',
    imported_from: system,
  };
  const kept = [counted(prompts.length, 'prompt'), counted(observations.length, 'observation')].filter(
    (words) => !words.startsWith('no '),
  );
  const told = prompts[0]?.text ?? (title || about);
  const began = told === '' ? '' : ` ${prompts[0] ? BEGAN_WITH : ABOUT}${cleanLine(told, LONGEST_BEGINNING)}`;
  const has = kept.length === 0 ? '' : `, with ${kept.join(', ')}`;
  const lead = `${countedSummary([])}; imported from ${system}${remark}${has}.${began}`;
  return {
    nameOf: (n) => `${fileStem(date, NO_BRANCH, n)}.md`,
    text: serializeChronicle({ frontMatter, events: [], summary: { kind: 'machine', lead, narrative: null } }),
  };
}

/** The lines of an observation in a notebook, which say where they come from. */
export interface ImportedBlock {
  key: string;
  /** Without a final newline. */
  lines: string;
}

/** Observations as lines of a notebook of a session that began on the local `date`. */
export function importedBlocks(
  observations: readonly ImportedObservation[],
  { system, date, zone }: { system: string; date: string; zone: Zone },
): ImportedBlock[] {
  return observations.map(({ key, at, observed }) => {
    const local = at === null ? { date, time: '' } : zone.timeOf(at);
    // The day is left out where it is the session's, as for other observations.
    const when = local.date === date ? local.time : `${local.date} ${local.time}`;
    return { key, lines: observationLines(when, { ...observed, origin: `${system} ${key}` }) };
  });
}

/** A new notebook; null if it would be empty. */
export function newNotebook(
  { id, handoff }: Pick<ImportedSession, 'id' | 'handoff'>,
  blocks: readonly ImportedBlock[],
  system: string,
): string | null {
  if (blocks.length === 0 && handoff === null) return null;
  const text = withBlocks(emptyNotebook(id, system), blocks);
  return handoff === null ? text : setHandoff(text, handoffLines(handoff.handoff));
}

/** A notebook with those observations at the end that it does not have. Takes text, or Latin-1 with blocks encoded the same way. */
export function withBlocks(text: string, blocks: readonly ImportedBlock[]): string {
  const known = importedKeysIn(text);
  const missing = blocks.filter(({ key }) => !known.has(key));
  return missing.length === 0 ? text : addObservation(text, missing.map(({ lines }) => lines).join('\n'));
}

/** The keys of the records that a notebook has from imports. */
export function importedKeysIn(text: string): Set<string> {
  if (!text.includes('Origin: ')) return new Set();
  return new Set(
    blocksOf(text).flatMap(({ lines }) => {
      const origin = originIn(lines);
      return origin === null ? [] : [keyOf(origin)];
    }),
  );
}

/** The facts of an imported session: its prompts, with their times. Null without any. `keepsTexts` is the owner's setting. */
export function importedFacts(
  { id, prompts, title }: ImportedSession,
  { system, now, keepsTexts }: { system: string; now: Date; keepsTexts: boolean },
): Facts | null {
  const [first] = prompts;
  if (!first) return null;
  const custom = clip(oneLine(title), LONGEST.title);
  const sentence = keepsTexts ? clip(promptTitle(first.text), LONGEST.title) : '';
  const isoOf = (at: number) => new Date(at).toISOString();
  return {
    head: {
      version: FACTS_VERSION,
      session_id: id,
      harvested: now.toISOString(),
      transcripts: [],
      from: isoOf(first.at),
      to: isoOf(prompts.at(-1)?.at ?? first.at),
      activeMinutes: 0,
      prompts: prompts.length,
      edits: { files: 0, added: 0, removed: 0 },
      commits: 0,
      tests: { runs: 0, failed: 0 },
      tokens: 0,
      model: null,
      titles: { ...(custom !== '' && { custom }), ...(sentence !== '' && { prompt: sentence }) },
      ending: 'open',
      importedFrom: system,
    },
    prompts: prompts.map(({ key, at, text }) => ({
      at: isoOf(at),
      text: keepsTexts ? text : '',
      record: `${system}-${key}`,
      did: { reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 },
    })),
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    ...{ branches: [], models: [], files: [], commits: [], pullRequests: [], tests: [], failures: [], subagents: [] },
    ...{ skills: [], mcpServers: [], web: [], plans: [], refusedPlans: 0, questions: [], compactions: [] },
    ...{ outcome: null, work: [], diffs: [], excerpts: [], found: [], evidence: [], skipped: {} },
  };
}

/** Facts that were imported before, with the prompts of a later import. */
export function joinedPrompts(known: Facts, { prompts: more }: Facts): Facts {
  const records = new Set(known.prompts.map(({ record }) => record));
  const prompts = [...known.prompts, ...more.filter(({ record }) => !records.has(record))].toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  );
  const [from, to] = [prompts[0]?.at ?? null, prompts.at(-1)?.at ?? null];
  return { ...known, head: { ...known.head, from, to, prompts: prompts.length }, prompts };
}

/** The keys of the prompts in facts that were imported. */
export function promptKeys({ head, prompts }: Facts): string[] {
  return head.importedFrom === undefined ? [] : prompts.map(({ record }) => record.slice(record.lastIndexOf('-') + 1));
}
