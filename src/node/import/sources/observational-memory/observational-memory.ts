import { basename, dirname, join } from 'node:path';
import type { Scope } from '#src/chronicle/notebook/observation-kinds.ts';
import { type ImportedObservation, type ImportedSession, recordKey } from '#src/import/imported-session.ts';
import {
  type DatedObservation,
  isObservations,
  type ObservationsRead,
  readObservationsFile,
} from '#src/import/sources/observational-memory.ts';
import { expandedPath } from '#src/node/checkout-rules.ts';
import { sha1Of } from '#src/node/disk/digest.ts';
import { isDirectory } from '#src/node/disk/is-there.ts';
import { namesIn } from '#src/node/disk/names-in.ts';
import { readBeginning } from '#src/node/disk/read-file.ts';
import { plainObservation } from '#src/notebook/observed.ts';
import { readPlan } from '#src/plans/plan.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { OWN_ZONE } from '#src/record/local-time.ts';
import { oneLine } from '#src/text/clip.ts';
import { compare } from '#src/value/compare.ts';
import { groupBy } from '#src/value/group-by.ts';
import { parseObject } from '#src/value/json-object.ts';
import type { Opened, Place, SessionKind, Source } from '../kind.ts';
import { readTextFile, type TextFile } from '../text-file.ts';

const HOME_FOLDER = 'observational-memory';
const LARGEST_CONFIG = 1024 * 1024;
/** Deeper folders are no part of a branch's name. */
const DEEPEST_PLAN = 4;
/** The line that `chronicle observations --write` begins its own file with. */
const OWN_FILE = /^<!-- Written by `chronicle observations/;

export const observationalMemory: SessionKind = {
  name: 'observational-memory',
  async find(place) {
    const global = globalFile(place);
    const roots = new Set([...registeredRoots(place), ...place.roots()]);
    return [...sourcesOf(global, true), ...[...roots].sort().flatMap((root) => sourcesOf(root, false))];
  },
  async at(path) {
    const place = basename(path) === '.claude' ? dirname(path) : path;
    const sources = sourcesOf(place, false);
    if (sources.length > 0) return sources;
    throw new ChronicleError(
      'CHRONICLE_NOT_IMPORTABLE',
      isDirectory(place)
        ? `${place} has no .claude/observations.md and no .claude/observations.local.md. Nothing was changed.`
        : `There is no file or directory ${place}. Nothing was changed.`,
    );
  },
  async open({ path }) {
    return opened(path);
  },
};

/** The file with what holds in all projects, beside observational memory's settings. */
function globalFile({ world, layout }: Place): string {
  const usual = join(world.home, '.claude', HOME_FOLDER, 'observations-global.md');
  const own = join(layout.config, HOME_FOLDER, 'observations-global.md');
  return readBeginning(usual, 1) === null ? own : usual;
}

/** The projects in which it ran: it keeps a list of them. */
function registeredRoots({ world, layout }: Place): string[] {
  const folders = [join(world.home, '.claude', HOME_FOLDER), join(layout.config, HOME_FOLDER)];
  return folders.flatMap((folder) => {
    const { projectDirs } = parseObject(readBeginning(join(folder, 'config.json'), LARGEST_CONFIG) ?? '');
    const listed = Array.isArray(projectDirs) ? projectDirs.filter((each) => typeof each === 'string') : [];
    return listed.map((each) => expandedPath(each, world.home));
  });
}

interface ScopedFile {
  path: string;
  scope: Scope;
}

/** The files of a project, or one file whose name says its scope. */
function filesOf(path: string): ScopedFile[] {
  if (isDirectory(path))
    return [
      { path: join(path, '.claude', 'observations.md'), scope: 'committed' },
      { path: join(path, '.claude', 'observations.local.md'), scope: 'local' },
    ];
  const name = basename(path);
  return [{ path, scope: name.includes('global') ? 'global' : name.includes('local') ? 'local' : 'committed' }];
}

interface ReadFile {
  file: TextFile;
  scope: Scope;
}

/** Reads the files of a source. What is no file of observational memory is named. */
function readFiles(path: string): { read: ReadFile[]; others: string[]; problems: string[] } {
  const read: ReadFile[] = [];
  const others: string[] = [];
  const problems: string[] = [];
  for (const { path: each, scope } of filesOf(path)) {
    const file = readTextFile(each);
    if (file === null) continue;
    if (typeof file === 'string') problems.push(file);
    else if (OWN_FILE.test(file.text)) others.push(`${each} was written by session-chronicle, so it is not imported.`);
    else if (file.text.trim() === '') others.push(`${each} is empty.`);
    else if (isObservations(file.text)) read.push({ file, scope });
    else
      others.push(
        `${each} is something else: no line "Date: 2026-02-11" has a bullet with [P1], [P2] or [P3] below it. It is left alone.`,
      );
  }
  return { read, others, problems };
}

function sourcesOf(path: string, isGlobal: boolean): Source[] {
  const { read, others, problems } = readFiles(path);
  if (read.length + others.length + problems.length === 0) return [];
  const observations = read.flatMap(
    ({ file, scope }) => readObservationsFile(file.text, { day: file.day, scope }).observations,
  );
  const days = [...new Set(observations.map(({ date }) => date))].sort();
  const source: Source = {
    kind: 'observational-memory',
    path,
    counts: { observations: observations.length, plans: isGlobal || !isDirectory(path) ? 0 : plansIn(path).length },
    days: days[0] === undefined ? null : { from: days[0], to: days.at(-1) ?? days[0] },
    remarks: others,
    problem: problems[0] ?? null,
  };
  return [{ ...source, isOther: read.length === 0 && problems.length === 0 }];
}

function opened(path: string): Opened {
  const { read, problems } = readFiles(path);
  const files = read.map(({ file, scope }) => ({
    scope,
    ...readObservationsFile(file.text, { day: file.day, scope }),
  }));
  const sessions = sessionsOf(path, files);
  return { total: sessions.length, sessions: () => sessions, leftOut: {}, problems, close: () => {} };
}

/** One session for each day: observational memory does not say which sessions wrote a file. */
function sessionsOf(path: string, files: readonly (ObservationsRead & { scope: Scope })[]): ImportedSession[] {
  const root = rootOf(path, files[0]?.scope);
  const name = root === null ? HOME_FOLDER : basename(root);
  const observations = files.flatMap((file) => file.observations);
  const plans = isDirectory(path) ? plansIn(path) : [];
  const days = [...groupBy(observations, ({ date }) => date)].sort(([a], [b]) => compare(a, b));
  return days.map(([day, own], i) => {
    const isLast = i === days.length - 1;
    const first = own.map(({ time }) => time).find((time) => time !== null) ?? '12:00';
    return {
      // The first digits tell the sessions of a list apart.
      id: `${recordKey(sha1Of, 'observational-memory', root, day)}-observational-memory-${day}`,
      at: OWN_ZONE.momentOf(day, first),
      project: { name, root },
      branch: null,
      title: '',
      about: own[0]?.title ?? '',
      prompts: [],
      notes: [],
      observations: [
        ...own.map((each) => keyed(each, name)),
        ...(isLast ? plans.map((plan) => planned(plan, name)) : []),
      ],
      handoff: isLast ? handoffOf(files, name, OWN_ZONE.momentOf(day, first)) : null,
      remark: '',
    };
  });
}

/** The project of a file in `.claude`; null for what holds in all projects, and for a file elsewhere. */
function rootOf(path: string, scope: Scope | undefined): string | null {
  if (isDirectory(path)) return path;
  return scope !== 'global' && basename(dirname(path)) === '.claude' ? dirname(dirname(path)) : null;
}

function keyed(dated: DatedObservation, project: string): ImportedObservation {
  const { isDated, ...observed } = dated;
  const { scope, date, time, title, facts, narrative } = observed;
  const parts = [project, scope, isDated ? date : null, time, title, facts.map(({ text }) => text), narrative];
  return { key: recordKey(sha1Of, 'observational-memory', ...parts), at: null, observed };
}

function handoffOf(
  files: readonly (ObservationsRead & { scope: Scope })[],
  project: string,
  at: number,
): ImportedSession['handoff'] {
  const from = files.findLast(({ currentTask, suggestedNext }) => currentTask !== '' || suggestedNext !== '');
  if (!from) return null;
  const { currentTask, suggestedNext } = from;
  const task = `Current Task: ${oneLine(currentTask)}`;
  const next = `Suggested Next: ${oneLine(suggestedNext)}`;
  const [title = '', ...facts] = [currentTask === '' ? [] : [task], suggestedNext === '' ? [] : [next]].flat();
  return {
    key: recordKey(sha1Of, 'observational-memory handoff', project, currentTask, suggestedNext),
    at,
    handoff: {
      ...(currentTask === '' ? {} : { currentTask }),
      ...(suggestedNext === '' ? {} : { suggestedNext }),
    },
    otherwise: {
      ...plainObservation(title),
      facts: facts.map((text) => ({ text, depth: 0, priority: null, time: null })),
    },
  };
}

interface PlanFile {
  /** Below the project's root. */
  place: string;
  branch: string;
  text: string;
}

/** The plans of a project's branches, which lie below `.claude/plans`. The product reads them where they are. */
function plansIn(root: string): PlanFile[] {
  const found: PlanFile[] = [];
  const walk = (folder: string, depth: number) => {
    for (const name of namesIn(join(root, '.claude', 'plans', folder))) {
      const place = folder === '' ? name : `${folder}/${name}`;
      const path = join(root, '.claude', 'plans', place);
      if (isDirectory(path)) {
        if (depth < DEEPEST_PLAN) walk(place, depth + 1);
      } else if (name.endsWith('.md')) {
        const file = readTextFile(path);
        if (file !== null && typeof file !== 'string')
          found.push({ place: `.claude/plans/${place}`, branch: place.slice(0, -'.md'.length), text: file.text });
      }
    }
  };
  walk('', 0);
  return found.filter(({ text }) => readPlan(text).steps.length > 0);
}

function planned({ place, branch, text }: PlanFile, project: string): ImportedObservation {
  const { steps, done } = readPlan(text);
  return {
    key: recordKey(sha1Of, 'observational-memory plan', project, place),
    at: null,
    observed: {
      ...plainObservation(`Plan of ${branch}: ${done} of ${steps.length} steps done`),
      files: [place],
    },
  };
}
