/** The owner's archive as JSON lines, one file at a time. */
import {
  type ArchiveKind,
  type ArchiveRecord,
  endLine,
  headerLine,
  isPathOf,
  recordLine,
} from '#src/import/archive-record.ts';
import { frontMatterOf } from '#src/format/front-matter-of.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { projectsIn } from '#src/format/projects.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import {
  factsDirectory,
  INDEX_FILE,
  isChronicleName,
  isFactsName,
  isLedgerName,
  type Layout,
  memoryPlace,
  notebooksDirectory,
} from '#src/lib/paths.ts';
import { factsSession } from './session-of.ts';

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
export function* archiveLines(layout: Layout, exported: string, counts: ExportCounts): Generator<string> {
  yield headerLine(exported);
  let total = 0;
  for (const { kind, directory, name, path } of archiveFiles(layout)) {
    if (!isPathOf(kind, path)) {
      counts.problems.push(`${directory}/${name} was left out: its name has characters that an archive cannot have.`);
      continue;
    }
    let bytes: string;
    try {
      bytes = readRegularFile(`${directory}/${name}`).text;
    } catch (error) {
      counts.problems.push(sentenceOf(error).replace(' Nothing was written.', ' It was left out.'));
      continue;
    }
    yield recordLine({ kind, path, session: sessionOf(kind, `${directory}/${name}`, bytes), bytes });
    counts.records[kind] = (counts.records[kind] ?? 0) + 1;
    total++;
  }
  yield endLine(total);
}

interface ArchiveFile {
  kind: ArchiveKind;
  /** The directory that it is in, and its name. */
  directory: string;
  name: string;
  /** Its path in the archive. */
  path: string;
}

function* archiveFiles(layout: Layout): Generator<ArchiveFile> {
  for (const { directory: project, chronicle } of projectsIn(layout.projects)) {
    if (project.startsWith('.')) continue;
    const place = memoryPlace(layout, project);
    const records = place.proposals.slice(0, place.proposals.lastIndexOf('/'));
    const parts: [ArchiveKind, string, (name: string) => boolean][] = [
      ['chronicle', chronicle, isChronicleName],
      ['facts', factsDirectory(chronicle), isFactsName],
      ['notebook', notebooksDirectory(chronicle), isChronicleName],
      ['ledger', chronicle, isLedgerName],
      ['proposals', records, (name) => `${records}/${name}` === place.proposals],
      ['memory', place.memory, isChronicleName],
    ];
    const isOurs = namesIn(chronicle).some((name) => isChronicleName(name) || isLedgerName(name));
    for (const [kind, directory, isMember] of parts) {
      // Memories of a project without a session of ours belong to Claude Code alone.
      if (kind === 'memory' && !isOurs) continue;
      for (const name of inOrder(namesIn(directory).filter(isMember)))
        yield { kind, directory, name, path: `${directory.slice(layout.projects.length + 1)}/${name}` };
    }
  }
  yield* ownFiles(layout);
}

function* ownFiles(layout: Layout): Generator<ArchiveFile> {
  for (const slug of namesIn(layout.drafts))
    for (const name of ['draft.mdx', 'draft.yml', 'redactions.yml'])
      if (namesIn(`${layout.drafts}/${slug}`).includes(name))
        yield { kind: 'draft', directory: `${layout.drafts}/${slug}`, name, path: `drafts/${slug}/${name}` };
  for (const name of namesIn(layout.series))
    if (name.endsWith('.yml')) yield { kind: 'series', directory: layout.series, name, path: `series/${name}` };
  const single = { 'clusters.yml': 'clusters', 'redact.yml': 'redact' } as const;
  for (const name of namesIn(layout.state))
    if (name === 'clusters.yml' || name === 'redact.yml')
      yield { kind: single[name], directory: layout.state, name, path: name };
}

/** The index of memories last, as it names the others. */
function inOrder(names: readonly string[]): string[] {
  return [...names.filter((name) => name !== INDEX_FILE), ...names.filter((name) => name === INDEX_FILE)];
}

function sessionOf(kind: ArchiveKind, path: string, bytes: ArchiveRecord['bytes']): string {
  if (kind === 'facts') return factsSession(bytes);
  return kind === 'chronicle' || kind === 'notebook' ? (frontMatterOf(path)?.get('session_id') ?? '') : '';
}
