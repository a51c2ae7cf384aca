import type { Project } from '#src/lib/project.ts';
import { compare } from '#src/lib/compare.ts';
import { type AuditFacts, auditMemories } from '../audit.ts';
import type { AuditFinding } from '../audit-index.ts';
import type { MemoryStanding } from '../effect/memory-standing.ts';
import type { MemoryFile, MemoryIndex } from '../history.ts';

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
