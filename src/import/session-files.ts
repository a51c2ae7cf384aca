/**
 * The files that a session of another system is written to: new ones, or what the files of a session that is here do not have.
 * Its prompts become facts, and the rest goes into its notebook.
 */
import { dirname } from 'node:path';
import { FACTS_VERSION } from '#src/format/facts-head.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { addObservation, blocksOf, emptyNotebook, setHandoff } from '#src/format/notebook/edit-notebook.ts';
import { handoffLines, readHandoff } from '#src/format/notebook/notebook.ts';
import { observationLines } from '#src/format/notebook/observation.ts';
import { keyOf, originIn } from '#src/format/notebook/origin.ts';
import { countedSummary } from '#src/format/read.ts';
import { ABOUT, BEGAN_WITH } from '#src/format/session.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Config } from '#src/lib/config.ts';
import { flushDirectory } from '#src/lib/files.ts';
import { isThere } from '#src/lib/is-there.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { localTime, sessionZone, type Zone } from '#src/lib/local-time.ts';
import { chronicleDirectory, factsPath, notebookPath, type Paths } from '#src/lib/paths.ts';
import { LARGEST_FILE, readRegularFile } from '#src/lib/read-file.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { editNotebook } from '#src/notes/notebook-file.ts';
import { type Facts, LONGEST, serializeFacts } from '#src/transcript/facts.ts';
import { factsPlace, KnownFacts, placeFacts, readFacts, writeTemporaryFacts } from '#src/transcript/facts-file.ts';
import { promptTitle } from '#src/transcript/titles.ts';
import { beganWith, newChronicle } from './chronicle-of.ts';
import { type ImportedObservation, type ImportedSession, keysOf, withoutKnown } from './imported-session.ts';
import type { Target } from './source.ts';
import type { FileWriter, NewFiles } from './write-files.ts';

interface Options {
  paths: Paths;
  config: Config;
  /** What goes into `imported_from`. */
  system: string;
  now: () => Date;
  writer: Pick<FileWriter, 'free'>;
}

export class SessionFiles {
  readonly #options: Options;
  /** Each directory of facts is read once. */
  readonly #facts = new KnownFacts();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The files of a session that has no chronicle. */
  filesOf(session: ImportedSession, { directory, cwd }: Target): NewFiles {
    const { paths, config, system, writer } = this.#options;
    const source = { source: 'import' as const, imported_from: system };
    const { id, at } = session;
    const { nameOf, text } = newChronicle(
      { id, at, branch: null, cwd },
      source,
      leadOf(session, system),
      config.taskPattern,
    );
    const path = writer.free((n) => `${chronicleDirectory(paths, directory)}/${nameOf(n)}`);
    const { date, offset } = localTime(new Date(at));
    const notebook = newNotebook(session, blocksIn(session.observations, system, date, sessionZone(offset)), system);
    const facts = this.#factsOf(session);
    return {
      session: id,
      files: [
        { path, bytes: asBytes(text) },
        ...(notebook === null ? [] : [{ path: notebookPath(path), bytes: fitting(asBytes(notebook), id) }]),
        ...(facts === null ? [] : [{ path: factsPath(path), bytes: asBytes(serializeFacts(facts)) }]),
      ],
      keys: keysOf(session),
    };
  }

  /** What a session with a chronicle gets that it does not have; null if that is nothing. */
  missingIn(chronicle: string, session: ImportedSession): NewFiles | null {
    const { system } = this.#options;
    const path = notebookPath(chronicle);
    const notebook = isThere(path) ? asText(readRegularFile(path).text) : null;
    const { path: factsFile } = factsPlace(chronicle, session.id, this.#facts);
    const { facts: known } = readFacts(factsFile);
    const fresh = withoutKnown(session, {
      keys: new Set([...importedKeysIn(notebook ?? ''), ...(known === null ? [] : promptKeys(known))]),
      // A transcript says more about prompts than any other system.
      takesPrompts: known === null || known.head.importedFrom === system,
      handoff: notebook === null ? null : handoffLines(readHandoff(notebook) ?? {}),
    });
    const keys = keysOf(fresh);
    if (keys.length === 0) return null;
    const frontMatter = frontMatterOf(chronicle);
    const zone = sessionZone(frontMatter?.get('utc_offset'));
    const blocks = blocksIn(fresh.observations, system, frontMatter?.get('date') ?? '', zone);
    const made = notebook === null ? newNotebook(fresh, blocks, system) : null;
    const facts = this.#factsOf(fresh);
    const bytes = blocks.map(({ key, lines }) => ({ key, lines: asBytes(lines) }));
    return {
      session: session.id,
      files: [
        ...(made === null ? [] : [{ path, bytes: fitting(asBytes(made), session.id) }]),
        ...(facts === null || known !== null ? [] : [{ path: factsFile, bytes: asBytes(serializeFacts(facts)) }]),
      ],
      keys,
      edit: () => {
        if (notebook !== null && blocks.length > 0)
          editNotebook({ path, sessionId: session.id }, (text) => fitting(withBlocks(text, bytes), session.id));
        if (facts !== null && known !== null) this.#writePrompts(chronicle, factsFile, joinedPrompts(known, facts));
      },
    };
  }

  #factsOf(session: ImportedSession): Facts | null {
    const { system, now, config } = this.#options;
    return importedFacts(session, { system, now: now(), keepsTexts: config.facts.prompts });
  }

  #writePrompts(chronicle: string, path: string, facts: Facts): void {
    const temporary = writeTemporaryFacts(dirname(chronicle), facts);
    if (temporary === null)
      throw new ChronicleError('CHRONICLE_TOO_LARGE', `${path} would be larger than a facts file may be.`);
    flushDirectory(placeFacts(this.#options.paths, path, temporary));
  }
}

/** The first line of the summary: `No events; imported from claude-mem, with 2 prompts. Began with: …` */
function leadOf({ prompts, observations, title, about, remark }: ImportedSession, system: string): string {
  const kept = [counted(prompts.length, 'prompt'), counted(observations.length, 'observation')];
  const counts = kept.filter((words) => !words.startsWith('no '));
  const has = counts.length === 0 ? '' : `, with ${counts.join(', ')}`;
  const began = prompts[0] ? beganWith(BEGAN_WITH, prompts[0].text) : beganWith(ABOUT, title || about);
  return `${countedSummary([])}; imported from ${system}${remark}${has}.${began}`;
}

/** A notebook that can be read again. Throws CHRONICLE_TOO_LARGE for a larger one. */
function fitting(bytes: string, session: string): string {
  if (bytes.length <= LARGEST_FILE) return bytes;
  throw new ChronicleError(
    'CHRONICLE_TOO_LARGE',
    `Session ${session} has more than a notebook can hold (16 MiB). It was left out.`,
  );
}

/** An observation as lines of a notebook, without a final newline. */
interface Block {
  key: string;
  lines: string;
}

/** Observations of a session that began on the local `date`, as lines that say where they come from. */
function blocksIn(observations: readonly ImportedObservation[], system: string, date: string, zone: Zone): Block[] {
  return observations.map(({ key, at, observed }) => {
    const local = at === null ? { date, time: '' } : zone.timeOf(at);
    // The day is left out where it is the session's, as for other observations.
    const when = local.date === date ? local.time : `${local.date} ${local.time}`;
    return { key, lines: observationLines(when, { ...observed, origin: `${system} ${key}` }) };
  });
}

/** A new notebook; null if it would be empty. */
function newNotebook({ id, handoff }: ImportedSession, blocks: readonly Block[], system: string): string | null {
  if (blocks.length === 0 && handoff === null) return null;
  const text = withBlocks(emptyNotebook(id, system), blocks);
  return handoff === null ? text : setHandoff(text, handoffLines(handoff.handoff));
}

/** A notebook with those observations at the end that it does not have. Takes text, or Latin-1 with blocks encoded the same way. */
function withBlocks(text: string, blocks: readonly Block[]): string {
  const known = importedKeysIn(text);
  const missing = blocks.filter(({ key }) => !known.has(key));
  return missing.length === 0 ? text : addObservation(text, missing.map(({ lines }) => lines).join('\n'));
}

/** The keys of the records that a notebook has from imports. */
function importedKeysIn(text: string): Set<string> {
  const origins = text.includes('Origin: ') ? blocksOf(text).map(({ lines }) => originIn(lines)) : [];
  return new Set(origins.flatMap((origin) => (origin === null ? [] : [keyOf(origin)])));
}

/** The facts of an imported session: its prompts, with their times. Null without any. `keepsTexts` is the owner's setting. */
function importedFacts(
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
      ...{ version: FACTS_VERSION, session_id: id, harvested: now.toISOString(), transcripts: [] },
      ...{ from: isoOf(first.at), to: isoOf(prompts.at(-1)?.at ?? first.at), activeMinutes: 0 },
      ...{ prompts: prompts.length, edits: { files: 0, added: 0, removed: 0 }, commits: 0 },
      ...{ tests: { runs: 0, failed: 0 }, tokens: 0, model: null },
      titles: { ...(custom !== '' && { custom }), ...(sentence !== '' && { prompt: sentence }) },
      ...{ ending: 'open', importedFrom: system },
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
function joinedPrompts(known: Facts, { prompts: more }: Facts): Facts {
  const records = new Set(known.prompts.map(({ record }) => record));
  const prompts = [...known.prompts, ...more.filter(({ record }) => !records.has(record))].toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  );
  const [from, to] = [prompts[0]?.at ?? null, prompts.at(-1)?.at ?? null];
  return { ...known, head: { ...known.head, from, to, prompts: prompts.length }, prompts };
}

/** The keys of the prompts in facts that were imported. */
function promptKeys({ head, prompts }: Facts): string[] {
  return head.importedFrom === undefined ? [] : prompts.map(({ record }) => record.slice(record.lastIndexOf('-') + 1));
}
