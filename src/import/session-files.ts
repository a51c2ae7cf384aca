/**
 * The files that a session of claude-mem is written to: new ones, or what the files of a session that is here do not have. Its
 * prompts become facts, and the rest goes into its notebook.
 */
import { FACTS_VERSION } from '#src/format/facts-head.ts';
import { type FrontMatterValues, frontMatterOf } from '#src/format/front-matter-line.ts';
import { addObservation, blocksOf, emptyNotebook, setHandoff } from '#src/format/notebook/edit-notebook.ts';
import { handoffLines, readHandoff } from '#src/format/notebook/notebook.ts';
import { observationLines } from '#src/format/notebook/observation.ts';
import { keyOf, originIn } from '#src/format/notebook/origin.ts';
import { countedSummary } from '#src/format/read.ts';
import { ABOUT, BEGAN_WITH } from '#src/format/session.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Config } from '#src/lib/config.ts';
import { isThere } from '#src/lib/is-there.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { localTime, sessionZone } from '#src/lib/local-time.ts';
import { chronicleDirectory, factsPath, notebookPath, type Paths } from '#src/lib/paths.ts';
import { LARGEST_FILE, readRegularFile } from '#src/lib/read-file.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { editNotebook } from '#src/notes/notebook-file.ts';
import { type Facts, LONGEST, serializeFacts } from '#src/transcript/facts.ts';
import { factsPlace, KnownFacts, readFacts } from '#src/transcript/facts-file.ts';
import { promptTitle } from '#src/transcript/titles.ts';
import { beganWith, newChronicle } from './chronicle-of.ts';
import type { ImportedSession } from './claude-mem-rows.ts';
import type { Target } from './destinations.ts';
import type { ImportRun, NewFiles } from './import-run.ts';

/** What goes into `imported_from`, and before the key of a record. */
const SYSTEM = 'claude-mem';

interface Options {
  paths: Paths;
  config: Config;
  now: () => Date;
  run: Pick<ImportRun, 'free'>;
}

export class SessionFiles {
  readonly #options: Options;
  /** Each directory of facts is read once. */
  readonly #facts = new KnownFacts();

  constructor(options: Options) {
    this.#options = options;
  }

  /** What is to be written of a session; null if that is nothing. */
  of(session: ImportedSession, target: Target): NewFiles | null {
    const { id } = session;
    const { path: chronicle, text } = this.#chronicleOf(session, target);
    const path = notebookPath(chronicle);
    const notebook = text === null && isThere(path) ? asText(readRegularFile(path).text) : null;
    const { path: factsFile } = text === null ? factsPlace(chronicle, id, this.#facts) : { path: factsPath(chronicle) };
    const fresh = withoutKnown(session, {
      keys: importedKeysIn(notebook ?? ''),
      hasFacts: text === null && readFacts(factsFile).facts !== null,
      handoff: notebook === null ? null : handoffLines(readHandoff(notebook) ?? {}),
    });
    const { prompts, observations, handoff } = fresh;
    const keys = [...prompts, ...observations, ...(handoff ? [handoff] : [])].map(({ key }) => key);
    if (keys.length === 0) return null;
    const blocks = blocksIn(fresh, text === null ? frontMatterOf(chronicle) : null);
    const made = notebook === null ? newNotebook(fresh, blocks) : null;
    const facts = this.#factsOf(fresh);
    const addsNotes = notebook !== null && blocks.length > 0;
    return {
      session: id,
      files: [
        ...(text === null ? [] : [{ path: chronicle, bytes: asBytes(text) }]),
        ...(made === null ? [] : [{ path, bytes: fitting(asBytes(made), id) }]),
        ...(facts === null ? [] : [{ path: factsFile, bytes: asBytes(serializeFacts(facts)) }]),
      ],
      keys,
      ...(addsNotes && {
        edit: () => {
          const bytes = blocks.map(({ key, lines }) => ({ key, lines: asBytes(lines) }));
          editNotebook({ path, sessionId: id }, (all) => fitting(withBlocks(all, bytes), id));
        },
      }),
    };
  }

  /** The path of the session's chronicle, and its text if it is to be made. */
  #chronicleOf(session: ImportedSession, { chronicle, directory, cwd }: Target): { path: string; text: string | null } {
    if (chronicle !== null) return { path: chronicle, text: null };
    const { paths, config, run } = this.#options;
    const { id, at } = session;
    const source = { source: 'import' as const, imported_from: SYSTEM };
    const { nameOf, text } = newChronicle({ id, at, branch: null, cwd }, source, leadOf(session), config.taskPattern);
    return { path: run.free((n) => `${chronicleDirectory(paths, directory)}/${nameOf(n)}`), text };
  }

  /** The facts of an imported session: its prompts, with their times. Null without any. */
  #factsOf({ id, prompts, title }: ImportedSession): Facts | null {
    const [first] = prompts;
    if (!first) return null;
    const keepsTexts = this.#options.config.facts.prompts;
    const custom = clip(oneLine(title), LONGEST.title);
    const sentence = keepsTexts ? clip(promptTitle(first.text), LONGEST.title) : '';
    const isoOf = (at: number) => new Date(at).toISOString();
    return {
      head: {
        ...{ version: FACTS_VERSION, session_id: id, harvested: this.#options.now().toISOString(), transcripts: [] },
        ...{ from: isoOf(first.at), to: isoOf(prompts.at(-1)?.at ?? first.at), activeMinutes: 0 },
        ...{ prompts: prompts.length, edits: { files: 0, added: 0, removed: 0 }, commits: 0 },
        ...{ tests: { runs: 0, failed: 0 }, tokens: 0, model: null },
        titles: { ...(custom !== '' && { custom }), ...(sentence !== '' && { prompt: sentence }) },
        ...{ ending: 'open', importedFrom: SYSTEM },
      },
      prompts: prompts.map(({ key, at, text }) => ({
        at: isoOf(at),
        text: keepsTexts ? text : '',
        record: `${SYSTEM}-${key}`,
        did: { reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 },
      })),
      tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      ...{ branches: [], models: [], files: [], commits: [], pullRequests: [], tests: [], failures: [], subagents: [] },
      ...{ plans: [], questions: [], compactions: [] },
      ...{ outcome: null, work: [], diffs: [], excerpts: [], found: [], evidence: [] },
    };
  }
}

/** What is known of a session before an import. */
interface Known {
  /** The keys of records that were imported, wherever they are now. */
  keys: ReadonlySet<string>;
  /** Whether it has facts: a transcript says more about prompts than claude-mem. */
  hasFacts?: boolean;
  /** The lines of its notebook's handoff, empty if that has none; null without a notebook. */
  handoff?: string | null;
}

/** The session without what was imported before, and without what is not to replace anything. */
export function withoutKnown(
  session: ImportedSession,
  { keys, hasFacts, handoff: own = null }: Known,
): ImportedSession {
  const isNew = ({ key }: { key: string }) => !keys.has(key);
  const { prompts, observations, handoff } = session;
  const fresh = handoff && isNew(handoff) && handoffLines(handoff.handoff) !== own ? handoff : null;
  const late = fresh && own !== null ? [{ key: fresh.key, at: fresh.at, observed: fresh.otherwise }] : [];
  return {
    ...session,
    prompts: hasFacts ? [] : prompts.filter(isNew),
    observations: [...observations.filter(isNew), ...late],
    handoff: own === null ? fresh : null,
  };
}

/** A session with `edit` applied to all its texts but ids and keys. */
export function withTexts<Value>(value: Value, edit: (text: string) => string): Value {
  const edited = (each: unknown, name: string): unknown => {
    if (typeof each === 'string') return each === '' || name === 'id' || name === 'key' ? each : edit(each);
    if (Array.isArray(each)) return each.map((item) => edited(item, ''));
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, item]) => [key, edited(item, key)]));
  };
  return edited(value, '') as Value;
}

/** The first line of the summary: `No events; imported from claude-mem, with 2 prompts. Began with: …` */
function leadOf({ prompts, observations, title, about, remark }: ImportedSession): string {
  const kept = [counted(prompts.length, 'prompt'), counted(observations.length, 'observation')];
  const counts = kept.filter((words) => !words.startsWith('no '));
  const has = counts.length === 0 ? '' : `, with ${counts.join(', ')}`;
  const began = prompts[0] ? beganWith(BEGAN_WITH, prompts[0].text) : beganWith(ABOUT, title || about);
  return `${countedSummary([])}; imported from ${SYSTEM}${remark}${has}.${began}`;
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

/** The observations of a session as lines that say where they come from. `frontMatter` is that of its chronicle, if it has one. */
function blocksIn({ at: began, observations }: ImportedSession, frontMatter: FrontMatterValues | null): Block[] {
  const own = localTime(new Date(began));
  const zone = sessionZone(frontMatter ? frontMatter.get('utc_offset') : own.offset);
  const day = frontMatter ? (frontMatter.get('date') ?? '') : own.date;
  return observations.map(({ key, at, observed }) => {
    const { date, time } = at === null ? { date: day, time: '' } : zone.timeOf(at);
    // The day is left out where it is the session's, as for other observations.
    const when = date === day ? time : `${date} ${time}`;
    return { key, lines: observationLines(when, { ...observed, origin: `${SYSTEM} ${key}` }) };
  });
}

/** A new notebook; null if it would be empty. */
function newNotebook({ id, handoff }: ImportedSession, blocks: readonly Block[]): string | null {
  if (blocks.length === 0 && handoff === null) return null;
  const text = withBlocks(emptyNotebook(id, SYSTEM), blocks);
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
