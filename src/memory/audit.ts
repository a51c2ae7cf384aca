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
import { INDEX_BYTES, INDEX_LINES, indexEntries, type IndexEntry, indexSize, isNearlyFull } from './memory-index.ts';
import { type Features, featuresOf, isEvidence, rarityIn, type Vector, vectorOf } from '#src/format/event-words.ts';

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
      facts: results.filter(({ history }) => isIts(history)).map(factsOf),
    });
    return { project, findings };
  });
}

function factsOf({ history, hits, since, now, isBroken, sessions }: MemoryResult): AuditFacts {
  return {
    file: history.file,
    hits: hits.length,
    missesSince: since.length,
    missesNow: now?.misses.length ?? 0,
    isBroken,
    sessionsSince: sessions.since,
  };
}

/** In this many counted sessions, a useful memory would have been applied once. */
const FAIR_CHANCE = 20;

/** What the archive knows about a memory. */
interface AuditFacts {
  file: string;
  hits: number;
  missesSince: number;
  /** Of these, those since it was last written or strengthened. */
  missesNow: number;
  isBroken: boolean;
  /** Counted sessions since it was written. */
  sessionsSince: number;
}

interface AuditedFile {
  file: string;
  text: MemoryText;
}

interface Audited {
  /** The text of MEMORY.md, null if there is none. */
  index: string | null;
  /** Why an existing MEMORY.md cannot be read, as the end of a sentence. */
  indexFault?: string | undefined;
  files: readonly AuditedFile[];
  /** Facts about some or all of the files. */
  facts: readonly AuditFacts[];
}

/** Problems of a project's memories and their index, worst first. Empty if there are none of either. */
export function auditMemories({ index, indexFault, files, facts }: Audited): AuditFinding[] {
  const inOrder = files.toSorted((a, b) => compare(a.file, b.file));
  const found = [
    ...(indexFault === undefined
      ? auditIndex(
          index,
          inOrder.map(({ file }) => file),
        )
      : [unreadable(null, indexFault)]),
    ...inOrder.flatMap((file) => (file.text.isUnread ? [unreadable(file.file, file.text.fault)] : frontMatter(file))),
    ...alike(inOrder.filter(({ text }) => !text.isUnread)),
    ...byFacts(inOrder, facts),
  ];
  return found.sort((a, b) => AUDIT_KINDS.indexOf(a.kind) - AUDIT_KINDS.indexOf(b.kind));
}

function unreadable(file: string | null, fault: string | null): AuditFinding {
  return {
    kind: 'unreadable',
    file,
    line: null,
    message: `${file ?? 'MEMORY.md'} was not checked: ${fault}.`,
    advice: 'Make it a readable UTF-8 file.',
  };
}

function frontMatter({ file, text }: AuditedFile): AuditFinding[] {
  const missing = [
    ...(text.name === '' ? ['name'] : []),
    ...(text.description === '' ? ['description'] : []),
    ...(text.type === null ? ['type (user, feedback, project or reference)'] : []),
  ];
  if (text.fault === null && missing.length === 0) return [];
  const message =
    text.fault === null
      ? `The front matter of ${file} has no ${missing.join(' and no ')}.`
      : `The front matter of ${file} cannot be read: ${text.fault}.`;
  return [
    {
      kind: 'front-matter',
      file,
      line: null,
      message,
      advice: 'Add name, description and type between two lines of ---.',
    },
  ];
}

function alike(files: readonly AuditedFile[]): AuditFinding[] {
  return nearDuplicates(files.map(({ text }) => text)).flatMap(({ index, of }) => {
    const [file, other] = [files[index]?.file, files[of]?.file];
    if (file === undefined || other === undefined) return [];
    return [
      {
        kind: 'near-duplicate',
        file,
        line: null,
        message: `${file} says nearly the same as ${other}.`,
        advice: 'Merge them into one and delete the other.',
      },
    ];
  });
}

function byFacts(files: readonly AuditedFile[], facts: readonly AuditFacts[]): AuditFinding[] {
  const known = new Map(facts.map((each) => [each.file, each]));
  const judged = files.flatMap(({ file, text }) => {
    const of = known.get(file);
    return of ? [{ ...of, text }] : [];
  });
  return judged
    .toSorted((a, b) => b.missesSince - a.missesSince)
    .flatMap(({ file, text, hits, missesSince, missesNow, isBroken, sessionsSince }): AuditFinding[] => {
      if (isBroken) {
        const message = `${file} is still being broken: missed ${times(missesNow)} since it was ${missesNow === missesSince ? 'written' : `last written or strengthened, ${times(missesSince)} in all since it was first written`}.`;
        const advice = 'Word it more plainly where it is needed, or enforce it with a test or a hook.';
        return [{ kind: 'still-broken', file, line: null, message, advice }];
      }
      // Memories about the user or about where to find something prevent no mistake that a hit could name.
      const isRule = text.type !== 'user' && text.type !== 'reference';
      if (!isRule || hits > 0 || missesSince > 0 || sessionsSince < FAIR_CHANCE) return [];
      const message = `${file} was never applied in ${sessionsSince} sessions since it was written, as far as the log shows.`;
      const advice = 'Check whether it is still true, and delete it if nobody needs it.';
      return [{ kind: 'never-hit', file, line: null, message, advice }];
    });
}

/** The kinds of findings, worst first. */
const AUDIT_KINDS = [
  'unreadable',
  'past-limits',
  'still-broken',
  'no-file',
  'not-indexed',
  'front-matter',
  'doubled-entry',
  'near-duplicate',
  'never-hit',
  'near-limit',
] as const;
type AuditKind = (typeof AUDIT_KINDS)[number];

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

/** More names are only counted. */
const NAMED = 3;

/** Problems of MEMORY.md, whose text is null if it does not exist, with the memories `files`. */
function auditIndex(index: string | null, files: readonly string[]): AuditFinding[] {
  const entries = indexEntries(index ?? '');
  return [
    ...pastLimits(index ?? '', entries),
    ...withoutFile(entries, files),
    ...withoutEntry(index, files),
    ...doubled(entries.filter(({ isCanonical }) => isCanonical)),
  ];
}

function pastLimits(index: string, entries: readonly IndexEntry[]): AuditFinding[] {
  const { lines, bytes, past } = indexSize(index);
  const limits = `${INDEX_LINES} lines and ${grouped(INDEX_BYTES)} bytes`;
  const size = `${counted(lines, 'line')} and ${counted(bytes, 'byte')}`;
  if (past > 0) {
    const first = lines - past + 1;
    const place =
      lines === 1
        ? `MEMORY.md is one line of ${counted(bytes, 'byte')}, and its end is`
        : past === 1
          ? `Line ${first} of MEMORY.md is`
          : `Lines ${first} to ${lines} of MEMORY.md are`;
    const cut = entries.filter(({ line }) => line >= first).map(({ file }) => file);
    return [
      {
        kind: 'past-limits',
        file: null,
        line: first,
        message: `${place} not loaded: Claude Code loads only the first ${limits}${cut.length > 0 ? `. It does not see ${shortList(cut)}` : ''}.`,
        advice: `Shorten the entries, or delete entries and memories you do not need; it has ${size}.`,
      },
    ];
  }
  if (!isNearlyFull({ lines, bytes })) return [];
  return [
    {
      kind: 'near-limit',
      file: null,
      line: null,
      message: `MEMORY.md is nearly full: it has ${size}, and Claude Code loads the first ${limits}.`,
      advice: 'Shorten its entries, or delete memories you do not need, before adding more.',
    },
  ];
}

function withoutFile(entries: readonly IndexEntry[], files: readonly string[]): AuditFinding[] {
  const names = new Set(files);
  const inLowerCase = new Map(files.map((file) => [file.toLowerCase(), file]));
  return entries
    .filter(({ file }) => !names.has(file))
    .map(({ file, line }) => {
      const twin = inLowerCase.get(file.toLowerCase());
      return {
        kind: 'no-file',
        file,
        line,
        message: `MEMORY.md names ${file}, but the file does not exist.`,
        advice: twin ? `The file is called ${twin}: correct the entry.` : 'Delete the entry, or restore the file.',
      };
    });
}

/** A file that the index mentions in prose is found as well as one with an entry. */
function withoutEntry(index: string | null, files: readonly string[]): AuditFinding[] {
  if (index === null) {
    if (files.length === 0) return [];
    return [
      {
        kind: 'not-indexed',
        file: null,
        line: null,
        message: `There is no MEMORY.md, so Claude Code does not know of ${files.length === 1 ? 'the memory' : `the ${files.length} memories`} here.`,
        advice: 'Create it, with a line such as - [Title](file.md) for each memory.',
      },
    ];
  }
  const named = new Set(indexEntries(index).map(({ file }) => file.toLowerCase()));
  return files
    .filter((file) => !named.has(file.toLowerCase()) && !index.includes(file))
    .map((file) => ({
      kind: 'not-indexed',
      file,
      line: null,
      message: `MEMORY.md does not name ${file}, so Claude Code does not know of it.`,
      advice: `Add a line to MEMORY.md: - [Title](${file})`,
    }));
}

function doubled(entries: readonly IndexEntry[]): AuditFinding[] {
  const first = new Map<string, number>();
  return entries.flatMap(({ file, line }): AuditFinding[] => {
    const before = first.get(file);
    if (before === undefined) {
      first.set(file, line);
      return [];
    }
    const message = `MEMORY.md names ${file} again, after line ${before}.`;
    return [{ kind: 'doubled-entry', file, line, message, advice: 'Delete one of the two entries.' }];
  });
}

/** The first names, and how many more there are. */
function shortList(names: readonly string[]): string {
  const more = names.length - NAMED;
  return listed(more > 0 ? [...names.slice(0, NAMED), `${more} more`] : names);
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
