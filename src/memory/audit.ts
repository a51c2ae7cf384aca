/** Problems of a project's memories and of their index, MEMORY.md. */
import { compare } from '#src/lib/compare.ts';
import type { Project } from '#src/lib/project.ts';
import { times } from '#src/lib/spelled.ts';
import { type AuditFinding, AUDIT_KINDS, auditIndex } from './audit-index.ts';
import type { MemoryFile, MemoryIndex } from './history.ts';
import type { MemoryText } from './memory-text.ts';
import { nearDuplicates } from './near-duplicates.ts';
import type { MemoryStanding } from './standings.ts';

/** The findings on a project's memories, worst first. */
export interface ProjectAudit {
  project: Project;
  findings: AuditFinding[];
}

/** The audit of each project that has memories or an index of them, in the order of their slugs. */
export function auditProjects(
  { files, indexes }: { files: readonly MemoryFile[]; indexes: readonly MemoryIndex[] },
  standings: readonly MemoryStanding[],
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
      facts: standings.filter(({ history }) => isIts(history)).map(factsOf),
    });
    return { project, findings };
  });
}

function factsOf({ history, hits, since, now, isBroken, sessions }: MemoryStanding): AuditFacts {
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
        const advice = 'State the rule more plainly where it is needed, or enforce it with a test or a hook.';
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
