/** Problems of a project's memories and of their index, MEMORY.md. */
import { compare } from '#src/lib/compare.ts';
import type { Project } from '#src/lib/project.ts';
import { times } from '#src/lib/spelled.ts';
import type { MemoryFile, MemoryIndex } from './history.ts';
import type { MemoryText } from './memory-text.ts';
import type { MemoryResult } from './memory-results.ts';
import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import { INDEX_BYTES, INDEX_LINES, indexEntries, indexSize } from './memory-index.ts';
import { type Features, featuresOf, isEvidence, rarityIn, type Vector, vectorOf } from '#src/format/event-words.ts';

/** The kinds of findings, worst first, and what to do about each. */
const ADVICE = {
  unreadable: 'Make it a readable UTF-8 file.',
  'past-limits': 'Shorten the entries, or delete entries and memories you do not need.',
  'still-broken': 'Word it more plainly where it is needed, or enforce it with a test or a hook.',
  'no-file': 'Delete the entry, or restore the file.',
  'not-indexed': 'Add a line to MEMORY.md: - [Title](file.md)',
  'front-matter': 'Add name, description and type between two lines of ---.',
  'near-duplicate': 'Merge them into one and delete the other.',
  'never-hit': 'Check whether it is still true, and delete it if nobody needs it.',
} as const;
type AuditKind = keyof typeof ADVICE;
const KINDS = Object.keys(ADVICE);

/** A problem with a project's memories. Texts can contain file names: untrusted, one line each. */
export interface AuditFinding {
  kind: AuditKind;
  /** The memory it is about; null if it is about the index. */
  file: string | null;
  /** The line of MEMORY.md, or null. */
  line: number | null;
  /** The problem as a sentence. */
  message: string;
  /** What to do, as a sentence. */
  advice: string;
}

/** The findings on a project's memories, worst first. */
export interface ProjectAudit {
  project: Project;
  findings: AuditFinding[];
}

/** The audit of each project that has memories or an index of them, in the order of their slugs. */
export function auditProjects(
  { files, indexes }: { files: readonly MemoryFile[]; indexes: readonly MemoryIndex[] },
  results: readonly MemoryResult[],
): ProjectAudit[] {
  const projects = new Map([...files, ...indexes].map(({ project }) => [project.slug, project]));
  const inOrder = [...projects.values()].sort((a, b) => compare(a.slug, b.slug));
  return inOrder.map((project) => {
    const isIts = (each: { project: Project }) => each.project.slug === project.slug;
    const index = indexes.find(isIts);
    const findings = auditMemories({
      index: index?.text ?? null,
      indexFault: index?.fault,
      files: files.filter(isIts),
      results: results.filter(({ history }) => isIts(history)),
    });
    return { project, findings };
  });
}

interface Audited {
  /** The text of MEMORY.md, null if there is none. */
  index: string | null;
  /** Why an existing MEMORY.md cannot be read, as the end of a sentence. */
  indexFault?: string | undefined;
  files: readonly AuditedFile[];
  /** What the archive knows about some or all of the files. */
  results: readonly AuditedResult[];
}

type AuditedFile = Pick<MemoryFile, 'file' | 'text'>;
type AuditedResult = Pick<MemoryResult, 'hits' | 'since' | 'now' | 'isBroken' | 'sessions'> & {
  history: Pick<MemoryResult['history'], 'file'>;
};

/** Problems of a project's memories and their index, worst first. Empty if there are none of either. */
export function auditMemories({ index, indexFault, files, results }: Audited): AuditFinding[] {
  const inOrder = files.toSorted((a, b) => compare(a.file, b.file));
  const readable = inOrder.filter(({ text }) => !text.isUnread);
  const unread = (file: string | null, fault: string | null) =>
    finding('unreadable', file, `${file ?? 'MEMORY.md'} was not checked: ${fault}.`);
  const names = inOrder.map(({ file }) => file);
  return [
    ...(indexFault === undefined ? auditIndex(index, names) : [unread(null, indexFault)]),
    ...inOrder.flatMap(({ file, text }) => (text.isUnread ? [unread(file, text.fault)] : frontMatter(file, text))),
    ...nearDuplicates(readable.map(({ text }) => text)).map(({ index: i, of }) => {
      const [file, other] = [readable[i]?.file ?? '', readable[of]?.file ?? ''];
      return finding('near-duplicate', file, `${file} says nearly the same as ${other}.`);
    }),
    ...byResults(inOrder, results),
  ].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function finding(
  kind: AuditKind,
  file: string | null,
  message: string,
  { line = null, advice = ADVICE[kind] }: { line?: number | null; advice?: string } = {},
): AuditFinding {
  return { kind, file, line, message, advice };
}

function frontMatter(file: string, { name, description, type, fault }: MemoryText): AuditFinding[] {
  const missing = [
    ...(name === '' ? ['name'] : []),
    ...(description === '' ? ['description'] : []),
    ...(type === null ? ['type (user, feedback, project or reference)'] : []),
  ];
  if (fault !== null) return [finding('front-matter', file, `The front matter of ${file} cannot be read: ${fault}.`)];
  if (missing.length === 0) return [];
  return [finding('front-matter', file, `The front matter of ${file} has no ${missing.join(' and no ')}.`)];
}

/** In this many counted sessions, a useful memory would have been applied once. */
const FAIR_CHANCE = 20;

function byResults(files: readonly AuditedFile[], results: readonly AuditedResult[]): AuditFinding[] {
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  return results
    .toSorted((a, b) => b.since.length - a.since.length)
    .flatMap(({ history: { file }, hits, since, now, isBroken, sessions }): AuditFinding[] => {
      const text = texts.get(file);
      if (!text) return [];
      if (isBroken) {
        const [all, last] = [since.length, now?.misses.length ?? 0];
        const when =
          last === all ? 'written' : `last written or strengthened, ${times(all)} in all since it was first written`;
        return [
          finding('still-broken', file, `${file} is still being broken: missed ${times(last)} since it was ${when}.`),
        ];
      }
      // Memories about the user or about where to find something prevent no mistake that a hit could name.
      const isToApply = text.type !== 'user' && text.type !== 'reference';
      if (!isToApply || hits.length > 0 || since.length > 0 || sessions.since < FAIR_CHANCE) return [];
      const message = `${file} was never applied in ${sessions.since} sessions since it was written, as far as the log shows.`;
      return [finding('never-hit', file, message)];
    });
}

/** More names are only counted. */
const NAMED = 3;

/** Problems of MEMORY.md, whose text is null if it does not exist, with the memories `files`. */
function auditIndex(index: string | null, files: readonly string[]): AuditFinding[] {
  if (index === null) {
    const what = files.length === 1 ? 'the memory' : `the ${files.length} memories`;
    const message = `There is no MEMORY.md, so Claude Code does not know of ${what} here.`;
    const advice = 'Create it, with a line such as - [Title](file.md) for each memory.';
    return files.length === 0 ? [] : [finding('not-indexed', null, message, { advice })];
  }
  const entries = indexEntries(index);
  const [names, inLowerCase] = [new Set(files), new Map(files.map((file) => [file.toLowerCase(), file]))];
  const named = new Set(entries.map(({ file }) => file.toLowerCase()));
  return [
    ...limits(index),
    ...entries
      .filter(({ file }) => !names.has(file))
      .map(({ file, line }) => {
        const twin = inLowerCase.get(file.toLowerCase());
        const advice = twin ? `The file is called ${twin}: correct the entry.` : ADVICE['no-file'];
        return finding('no-file', file, `MEMORY.md names ${file}, but the file does not exist.`, { line, advice });
      }),
    // A file that the index mentions in prose is found as well as one with an entry.
    ...files
      .filter((file) => !named.has(file.toLowerCase()) && !index.includes(file))
      .map((file) => {
        const advice = `Add a line to MEMORY.md: - [Title](${file})`;
        const message = `MEMORY.md does not name ${file}, so Claude Code does not know of it.`;
        return finding('not-indexed', file, message, { advice });
      }),
  ];
}

function limits(index: string): AuditFinding[] {
  const { lines, bytes, past } = indexSize(index);
  const most = `${INDEX_LINES} lines and ${grouped(INDEX_BYTES)} bytes`;
  const size = `${counted(lines, 'line')} and ${counted(bytes, 'byte')}`;
  if (past === 0) return [];
  const line = lines - past + 1;
  const place = past === 1 ? `The end of line ${line} of MEMORY.md is` : `Lines ${line} to ${lines} of MEMORY.md are`;
  const lost = indexEntries(index).flatMap((entry) => (entry.line >= line ? [entry.file] : []));
  const rest = lost.length > NAMED ? [`${lost.length - NAMED} more`] : [];
  const unseen = lost.length === 0 ? '' : ` It does not see ${listed([...lost.slice(0, NAMED), ...rest])}.`;
  const message = `${place} not loaded: it has ${size}, and Claude Code loads only the first ${most}.${unseen}`;
  return [finding('past-limits', null, message, { line })];
}

/**
 * Memories that say the same. Two memories are compared by the words of their names, descriptions and texts. A word counts
 * more if fewer memories have it, and the text counts less than the rest, since it mostly says why.
 *
 *     money in cents: amounts are integer cents
 *     cents not floats: amounts are integers in cents     alike
 *     money format: amounts are shown with a comma        not alike
 */

/** The least similarity (a cosine) of near-duplicates. Tuned on the pairs of tests/unit/memory/near-duplicates.test.ts. */
const NEAR_DUPLICATE_FROM = 0.5;
/** Fewer common words, however rare, are a common subject and not the same memory, unless there are no other words. */
const SHARED_WORDS = 3;
const NO_OTHERS = 0.99;
/** Imaginary memories with unique words, so that shared words still count in a small directory. */
const IMAGINED = 50;
/** The headings that Claude Code gives its memories. */
const HEADINGS = /\*\*(?:Why|How to apply):?\*\*:?/gi;

/** A memory and the earlier one that it resembles most. */
export interface NearDuplicate {
  /** Indexes of the given texts; `of` is the smaller one. */
  index: number;
  of: number;
  /** Up to 1. */
  likeness: number;
}

/** Each memory that resembles an earlier one, with the one it resembles most, in the given order. */
export function nearDuplicates(texts: readonly Pick<MemoryText, 'name' | 'description' | 'body'>[]): NearDuplicate[] {
  const all = texts.map(featuresIn);
  const rarity = rarityIn(all, IMAGINED);
  const vectors = all.map((features) => vectorOf(features, rarity));
  const before = new Map<string, { index: number; length: number }[]>();
  return vectors.flatMap((vector, index) => {
    const likeness = new Float64Array(index);
    for (const [word, length] of vector) {
      const others = before.get(word) ?? [];
      before.set(word, others);
      for (const other of others) likeness[other.index] = (likeness[other.index] ?? 0) + length * other.length;
      others.push({ index, length });
    }
    let [of, most] = [-1, 0];
    for (const [i, value] of likeness.entries()) {
      if (value > most && isNear(value, vector, vectors[i])) [of, most] = [i, value];
    }
    return of === -1 ? [] : [{ index, of, likeness: most }];
  });
}

function isNear(likeness: number, a: Vector, b: Vector | undefined): boolean {
  if (likeness < NEAR_DUPLICATE_FROM) return false;
  return likeness > NO_OTHERS || [...a.keys()].filter((word) => b?.has(word)).length >= SHARED_WORDS;
}

/** The words of a memory without everyday words, which say nothing. */
function featuresIn({ name, description, body }: Pick<MemoryText, 'name' | 'description' | 'body'>): Features {
  if (description === '' && body === '') return new Map();
  const text = `${name.replaceAll('-', ' ')} ${description}`;
  const features = featuresOf({ text, details: body.replace(HEADINGS, ' ') });
  return new Map([...features].filter(([word]) => isEvidence(word)));
}
