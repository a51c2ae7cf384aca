/** What could be imported on this machine. */
import { IMPORT_KINDS, type ImportSystem } from '#src/format/import-kinds.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { grouped } from '#src/lib/grouped.ts';
import { statsOf } from '#src/lib/is-there.ts';
import type { Paths } from '#src/lib/paths.ts';
import { localMinute } from '#src/lib/text/day.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import { importRuns, TRANSCRIPTS } from './import-run.ts';
import { knownSessions } from './plan-sessions.ts';
import { transcriptFiles } from '#src/transcript/transcript-files.ts';
import { databasePath } from './claude-mem.ts';
import { type ImportKind, plainSource, type Source } from './source.ts';

/** How each kind is read; loaded when it is used. */
const LOADERS: Record<ImportSystem, () => Promise<ImportKind>> = {
  'claude-mem': async () => (await import('./claude-mem.ts')).claudeMem,
  chronicles: async () => (await import('./folder.ts')).chronicles,
  archive: async () => (await import('./archive.ts')).archive,
};

/** The kind with this name. */
export function kindNamed(name: ImportSystem): Promise<ImportKind> {
  return LOADERS[name]();
}

/** Something that could be imported, by a kind of the table or as transcripts. `hasNew` is false where nothing is left to import. */
export type Found = Omit<Source, 'kind'> & { kind: ImportSystem | typeof TRANSCRIPTS; hasNew?: boolean };

/** Everything that could be imported. Only reads, and never throws because of what it finds. */
export async function findSources(env: Env): Promise<Found[]> {
  const paths = pathsIn(env);
  const found: Found[] = transcripts(paths, env);
  for (const { name } of IMPORT_KINDS) {
    try {
      found.push(...(await kindNamed(name)).find({ env, paths }));
    } catch (error) {
      found.push(plainSource(name, '', sentenceOf(error)));
    }
  }
  const runs = importRuns(paths).filter(({ undone }) => undone === null);
  return found.map((source) => {
    const last = runs.findLast(({ kind, from }) => kind === source.kind && from.split(', ').includes(source.path));
    if (!last) return source;
    const remark = `Imported before, last on ${localMinute(last.at)} (${last.id}). Another run adds only what is new.`;
    return { ...source, remarks: [...source.remarks, remark] };
  });
}

/** Whether claude-mem's database is in its usual place and was never imported. Never throws. */
export function hasUnimported(env: Env): boolean {
  try {
    if (!statsOf(databasePath(env))?.isFile()) return false;
    return !importRuns(pathsIn(env)).some(({ kind }) => kind === 'claude-mem');
  } catch {
    return false;
  }
}

function transcripts(paths: Paths, env: Env): Found[] {
  const { files } = transcriptFiles(paths);
  if (files.length === 0) return [];
  const known = knownSessions(paths, [], env);
  const forgotten = forgottenSessions(paths);
  const without = files.filter(({ stem }) => !known.hasChronicle(stem) && !forgotten.has(stem)).length;
  return [
    {
      ...{ kind: TRANSCRIPTS, path: `${paths.projects}/*/*.jsonl`, problem: null },
      counts: { transcripts: files.length },
      hasNew: without > 0,
      remarks: [
        without === 0
          ? 'Each has a chronicle.'
          : `${grouped(without)} of them ${without === 1 ? 'has' : 'have'} no chronicle yet.`,
      ],
    },
  ];
}
