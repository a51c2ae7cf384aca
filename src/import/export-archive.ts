/** The owner's archive as JSON lines, one file at a time. */
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { INDEX_FILE, isChronicleName, isHistoryName, type Paths } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { projectsIn } from '#src/format/projects.ts';
import { ARCHIVE_KINDS, type ArchiveKind, endLine, headerLine, isPathOf, recordLine } from './archive-record.ts';

/** What was exported, once all lines were read. */
export interface ExportCounts {
  records: Partial<Record<ArchiveKind, number>>;
  /** Why files are missing, in sentences. */
  problems: string[];
}

/**
 * The lines, each with its line break: the header, a line for each file, the end. Only one file is in memory. A file that cannot
 * be read is a problem in `counts`.
 */
export function* archiveLines(paths: Paths, exported: string, counts: ExportCounts): Generator<string> {
  yield headerLine(exported);
  let total = 0;
  for (const { kind, path } of archiveFiles(paths)) {
    const file = `${paths[ARCHIVE_KINDS[kind].below]}/${path}`;
    if (!isPathOf(kind, path)) {
      counts.problems.push(`${file} was left out: its name has characters that an archive cannot have.`);
      continue;
    }
    let bytes: string;
    try {
      bytes = readRegularFile(file).text;
    } catch (error) {
      counts.problems.push(sentenceOf(error).replace(' Nothing was written.', ' It was left out.'));
      continue;
    }
    yield recordLine({ kind, path, bytes });
    counts.records[kind] = (counts.records[kind] ?? 0) + 1;
    total++;
  }
  yield endLine(total);
}

interface ArchiveFile {
  kind: ArchiveKind;
  /** Below the directory of its kind. */
  path: string;
}

/** The folders of a project, and the endings of its files. */
const FOLDERS: [ArchiveKind, folder: string, ending: string][] = [
  ['chronicle', 'chronicle', '.md'],
  ['facts', 'chronicle/facts', '.json'],
  ['notebook', 'chronicle/notebooks', '.md'],
  ['ledger', 'chronicle', '.jsonl'],
  ['proposals', 'chronicle/memory', 'proposals.jsonl'],
  ['memory', 'memory', '.md'],
];

function* archiveFiles(paths: Paths): Generator<ArchiveFile> {
  for (const { directory: project, path, chronicle } of projectsIn(paths.projects)) {
    if (project.startsWith('.')) continue;
    const isOurs = namesIn(chronicle).some((name) => isChronicleName(name) || isHistoryName(name));
    for (const [kind, folder, ending] of FOLDERS) {
      // Memories of a project without a session of ours belong to Claude Code alone.
      if (kind === 'memory' && !isOurs) continue;
      const names = namesIn(`${path}/${folder}`).filter((name) => name.endsWith(ending) && !name.startsWith('.'));
      // The index of memories comes last, as it names the others.
      for (const name of names.toSorted((a, b) => Number(a === INDEX_FILE) - Number(b === INDEX_FILE)))
        if (kind !== 'ledger' || isHistoryName(name)) yield { kind, path: `${project}/${folder}/${name}` };
    }
  }
  for (const name of namesIn(`${paths.state}/drafts`))
    if (/^[^.].*\.(?:md|yml)$/.test(name)) yield { kind: 'draft', path: `drafts/${name}` };
  for (const kind of ['clusters', 'redact'] as const)
    if (namesIn(paths.state).includes(`${kind}.yml`)) yield { kind, path: `${kind}.yml` };
}
