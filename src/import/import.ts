/**
 * Imports what other systems kept, and archives:
 *
 *     a source is read, one session or file at a time -> where does it go? -> without secrets -> into its place
 *
 * What is here is never changed or removed; a session that hooks recorded only gets what it does not have. The record of the
 * run (`import-run.ts`) lists what was written, so that `undo.ts` can take it out again. `import-transcripts.ts` reads
 * Claude Code's own transcripts.
 */
import type { ImportSystem } from '#src/format/import-kinds.ts';
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Config } from '#src/lib/config.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import type { Paths } from '#src/lib/paths.ts';
import { renewIndexes } from '#src/notes/notebook-index-file.ts';
import { rulesIn } from '#src/record/where.ts';
import { safeWords } from '#src/transcript/safe-words.ts';
import { ArchivePlaces } from './archive-places.ts';
import { type ArchiveRecord, sessionOf } from './archive-record.ts';
import { hasDay } from './chronicle-of.ts';
import type { ImportedSession } from './claude-mem-rows.ts';
import { Destinations, type Target } from './destinations.ts';
import { usableSettings } from './facts-reader.ts';
import { kindNamed } from './find-sources.ts';
import { breathe, importedKeys, ImportRun, isDiskFull, type NewFiles, runAlone } from './import-run.ts';
import { SessionFiles, withoutKnown, withTexts } from './session-files.ts';
import type { Item, NotImported, ReadOptions, Source } from './source.ts';

export interface ImportOptions extends ReadOptions {
  kind: ImportSystem;
  /** A path that a person gave; null for the usual places. */
  path: string | null;
  /** Called with the number of sessions or files read, before the first and after each. */
  progress(count: number, of: number | null): void;
}

/** What became of the sessions of one project. */
export interface ImportedProject {
  /** Claude Code's name for the project's directory. */
  directory: string;
  /** Its checkout; empty if unknown. */
  cwd: string;
  created: number;
  joined: number;
  prompts: number;
  observations: number;
  handoffs: number;
}

export interface ImportOutcome {
  /** The id of the run, for `import undo`; null if nothing was written. */
  id: string | null;
  sources: Source[];
  projects: ImportedProject[];
  /** How many files of an archive were written, by kind. */
  files: Record<string, number>;
  /** How many sessions or files had nothing new. */
  known: number;
  skipped: Record<string, number>;
  /** How many records were left out while reading, by reason. */
  leftOut: Record<string, number>;
  /** How many texts or files had a secret replaced. */
  cleaned: number;
  /** Files that differ from ours, which were kept, and what cannot be used: sentences. */
  problems: string[];
}

/** More sentences help nobody. */
const MOST_PROBLEMS = 50;

/** Imports. Refuses (CHRONICLE_BUSY) while another import runs. A dry run writes nothing, and does not look for secrets in sessions. */
export async function runImport(env: Env, options: ImportOptions): Promise<ImportOutcome> {
  const paths = pathsIn(env);
  return runAlone(env, paths, options.isDryRun, async () => {
    const { kind: name, path, isDryRun, progress } = options;
    const { config } = usableSettings(paths);
    const place = { ...options, env, paths };
    const kind = await kindNamed(name);
    const sources = path === null ? kind.find(place) : [await kind.at(path, place)];
    const usable = sources.filter(({ problem }) => problem === null);
    const outcome: ImportOutcome = {
      ...{ id: null, sources, projects: [], files: {}, known: 0, skipped: {}, leftOut: {}, cleaned: 0 },
      problems: sources.flatMap(({ problem }) => problem ?? []),
    };
    if (usable.length === 0) return outcome;
    const from = usable.map((source) => source.path);
    const run = new ImportRun(paths, { kind: name, from: from.join(', '), at: env.now().toISOString() }, isDryRun);
    const tools = { env, paths, config, options, run, outcome };
    const take = name === 'claude-mem' ? sessionTaker(tools) : fileTaker(tools, from);
    try {
      for (const source of usable) {
        const total = source.counts.sessions ?? null;
        let count = 0;
        progress(count, total);
        for await (const item of kind.read(source, place)) {
          if ('problem' in item) addProblem(outcome, item.problem);
          else if ('leftOut' in item) add(outcome.leftOut, item.leftOut);
          else {
            await take(item);
            progress(++count, total);
            await breathe(count);
          }
        }
      }
      run.end(env.now().toISOString());
    } finally {
      run.flush();
      outcome.id = run.id;
    }
    // Briefings read nothing else of the notes of a project.
    if (!isDryRun)
      for (const { directory, observations } of outcome.projects)
        if (observations > 0) renewIndexes(paths, directory, rulesIn(env));
    return outcome;
  });
}

interface Tools {
  env: Env;
  paths: Paths;
  config: Config;
  options: ImportOptions;
  run: ImportRun;
  outcome: ImportOutcome;
}

/** Takes sessions of claude-mem. */
function sessionTaker({ env, paths, config, options, run, outcome }: Tools): (item: Item) => Promise<void> {
  const destinations = new Destinations(env, paths, config);
  const keys = importedKeys(paths);
  const files = new SessionFiles({ paths, config, now: env.now, run });
  return async (item) => {
    if (!('session' in item)) return;
    if (!hasDay(item.session)) return skip(outcome, 'tells no time');
    const target = destinations.of(item.session);
    if (typeof target === 'string') return skip(outcome, target);
    let session = withoutKnown(item.session, { keys });
    if (!options.isDryRun) {
      const texts: string[] = [];
      withTexts(session, (text) => {
        texts.push(text);
        return text;
      });
      const safe = await safeWords(texts);
      outcome.cleaned += texts.filter((text) => safe(text) !== text).length;
      session = withTexts(session, safe);
    }
    try {
      const all = files.of(session, target);
      if (all === null) outcome.known++;
      else if (isWritten(run, all, paths, outcome)) countSession(outcome, target, session, new Set(all.keys));
    } catch (error) {
      // What cannot be written is left out; a full disk ends the run.
      if (isDiskFull(error)) throw error;
      skip(outcome, 'could not be written');
      addProblem(outcome, sentenceOf(error));
    }
  };
}

/** Takes files of folders and archives. */
function fileTaker(
  { env, paths, config, options, run, outcome }: Tools,
  from: readonly string[],
): (item: Item) => Promise<void> {
  const places = new ArchivePlaces({ paths, config, home: env.home, run, from });
  const seen = new Set<string>();
  return async (item) => {
    if (!('record' in item)) return;
    const { record: found, name } = item;
    const key = `${found.kind} ${found.path}`;
    if (seen.has(key)) return addProblem(outcome, `${name} was not imported: ${found.path} is in it twice.`);
    seen.add(key);
    // An archive of our own comes in byte for byte.
    const record = options.kind === 'archive' ? found : await withoutSecrets(found);
    try {
      const decision = places.of(record, found.bytes);
      if (decision === 'known') outcome.known++;
      else if ('skipped' in decision) skip(outcome, decision.skipped);
      else if ('ours' in decision) addProblem(outcome, `${found.path} differs from ${decision.ours}, which was kept.`);
      else {
        const files = { session: sessionOf(record), files: [{ path: decision.path, bytes: record.bytes }], keys: [] };
        if (!isWritten(run, files, paths, outcome)) return;
        add(outcome.files, record.kind);
        if (record !== found) outcome.cleaned++;
        const [directory = ''] = decision.path.slice(paths.projects.length + 1).split('/');
        if (record.kind === 'chronicle') projectOf(outcome, directory, '').created++;
      }
    } catch (error) {
      if (isDiskFull(error)) throw error;
      const isOfPath = isErrno(error, 'ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'EILSEQ', 'EINVAL', 'ELOOP');
      if (!isOfPath && !(error instanceof ChronicleError)) skip(outcome, 'could not be written');
      addProblem(outcome, `${found.path} was not imported: ${sentenceOf(error)}`);
    }
  };
}

async function withoutSecrets(record: ArchiveRecord): Promise<ArchiveRecord> {
  const text = asText(record.bytes);
  const [front = ''] = /^\ufeff?---\r?\n[\s\S]*?\n---\r?\n/.exec(text) ?? [];
  const body = text.slice(front.length);
  const safe = (await safeWords([body]))(body);
  return safe === body ? record : { ...record, bytes: asBytes(front + safe) };
}

function isWritten(run: ImportRun, all: NewFiles, { config }: Paths, outcome: ImportOutcome): boolean {
  if (run.write(all)) return true;
  const path = all.files[0]?.path.slice(config.length + 1);
  addProblem(outcome, `${path} was made by somebody else meanwhile, and kept. Run the command again.`);
  return false;
}

function countSession(
  outcome: ImportOutcome,
  { chronicle, directory, cwd }: Target,
  { prompts, observations, handoff }: ImportedSession,
  written: ReadonlySet<string>,
): void {
  const project = projectOf(outcome, directory, cwd);
  const isNew = ({ key }: { key: string }) => written.has(key);
  project[chronicle === null ? 'created' : 'joined']++;
  project.prompts += prompts.filter(isNew).length;
  project.observations += observations.filter(isNew).length;
  if (handoff && isNew(handoff)) project.handoffs++;
}

function projectOf({ projects }: ImportOutcome, directory: string, cwd: string): ImportedProject {
  const known = projects.find((project) => project.directory === directory);
  if (known) return known;
  const project = { directory, cwd, created: 0, joined: 0, prompts: 0, observations: 0, handoffs: 0 };
  projects.push(project);
  return project;
}

function addProblem({ problems }: ImportOutcome, sentence: string): void {
  if (problems.length < MOST_PROBLEMS) problems.push(sentence);
  else problems[MOST_PROBLEMS] = 'There are more problems of this kind.';
}

function skip({ skipped }: ImportOutcome, reason: NotImported): void {
  add(skipped, reason);
}

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
