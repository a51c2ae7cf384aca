import type { AuditFinding } from '#src/memory/audit-index.ts';
import type { ProjectAudit } from '#src/memory/page/memory-audit.ts';
import { INDEX_FILE } from '#src/project/paths.ts';
import type { Project } from '#src/project/project.ts';
import { oneLine } from '#src/text/clip.ts';

/** Claude Code cuts what a command prints at 30,000 characters, and nobody mends more at once. */
export const MOST_FINDINGS = 80;

/**
 * `path:line: what is the matter what to do`, a line a finding; without `:line` where it shows in no line. No more than
 * MOST_FINDINGS.
 */
export function formatAudit(audits: readonly ProjectAudit[], directoryOf: (project: Project) => string): string {
  return audits
    .flatMap(({ project, findings }) =>
      // A file's name may hold line breaks.
      findings.map((finding) =>
        oneLine(`${directoryOf(project)}/${placeOf(finding)}: ${finding.message} ${finding.advice}`),
      ),
    )
    .slice(0, MOST_FINDINGS)
    .join('\n');
}

/** Findings for a script. */
export function auditEntries(audits: readonly ProjectAudit[]): Record<string, unknown>[] {
  return audits.flatMap(({ project, findings }) => findings.map((finding) => ({ project: project.slug, ...finding })));
}

/** A line is one of the index. */
function placeOf({ file, line }: AuditFinding): string {
  return line === null ? (file ?? INDEX_FILE) : `${INDEX_FILE}:${line}`;
}
