import { compare } from '../lib/compare.ts';
import { times } from '../lib/spelled.ts';
import { AUDIT_KINDS, type AuditFinding, auditIndex } from './audit-index.ts';
import type { MemoryText } from './memory-text.ts';
import { nearDuplicates } from './near-duplicates.ts';

/** In this many counted sessions, a useful memory would have been applied once. */
export const FAIR_CHANCE = 20;

/** What the archive knows about a memory. */
export interface AuditFacts {
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
