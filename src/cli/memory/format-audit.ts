import type { Project } from '#src/lib/project.ts';
import type { AuditFinding } from '#src/memory/audit-index.ts';
import type { ProjectAudit } from '#src/memory/audit.ts';
import { INDEX_FILE } from '#src/lib/paths.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { dim, joined, line, type Text } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';

/** Claude Code cuts command output at 30,000 characters, and nobody fixes more at once. */
export const MOST_FINDINGS = 80;

/** `path:line: problem advice`, one finding per line, at most MOST_FINDINGS; `:line` only where a finding has one. */
export function formatAudit(
  audits: readonly ProjectAudit[],
  directoryOf: (project: Project) => string,
  columns: number,
): Text {
  const lines = audits.flatMap(({ project, findings }) =>
    findings.map((finding) => {
      const place = oneLine(`${directoryOf(project)}/${placeOf(finding)}`);
      return wrap(line`${dim(`${place}:`)} ${oneLine(`${finding.message} ${finding.advice}`)}`, measureOf(columns));
    }),
  );
  return joined(lines.slice(0, MOST_FINDINGS));
}

/** Findings for a script. */
export function auditEntries(audits: readonly ProjectAudit[]): Record<string, unknown>[] {
  return audits.flatMap(({ project, findings }) => findings.map((finding) => ({ project: project.name, ...finding })));
}

/** A line number is one of MEMORY.md. */
function placeOf({ file, line: number }: AuditFinding): string {
  return number === null ? (file ?? INDEX_FILE) : `${INDEX_FILE}:${number}`;
}
