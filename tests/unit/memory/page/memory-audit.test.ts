import { describe, expect, it } from 'vitest';
import type { Project } from '#src/lib/project.ts';
import type { MemoryFile } from '#src/memory/history.ts';
import { auditProjects } from '#src/memory/audit.ts';
import { aFile, aHistory, aLedger, standingsOf } from '../effect/a-result.ts';

const other: Project = { slug: 'another', name: 'another', directory: '-another', root: null };

describe('auditProjects', () => {
  it('audits each project by its own files, index and record', () => {
    const sessions = aHistory(['2026-09-14 MISS', '2026-09-16 MISS', '2026-09-18 MISS']);
    const files = [inOrder(aFile('feedback_port.md')), inOrder({ ...aFile('feedback_port.md'), project: other })];
    const results = standingsOf(sessions, aLedger(['2026-09-15T17:00:00Z new feedback_port.md']), files);
    const [own] = files;
    if (!own) throw new Error('there are files');
    const indexes = [{ project: own.project, text: '- [Port](feedback_port.md)\n' }];
    const audits = auditProjects({ files, indexes }, results);
    expect(
      audits.map(({ project, findings }) => [project.slug, findings.map(({ kind, file }) => [kind, file])]),
    ).toEqual([
      ['another', [['not-indexed', null]]],
      [own.project.slug, [['still-broken', 'feedback_port.md']]],
    ]);
  });

  it('knows a project by its index alone', () => {
    const indexes = [{ project: other, text: '- [Gone](gone.md)\n' }];
    expect(auditProjects({ files: [], indexes }, [])).toMatchObject([
      { project: other, findings: [{ kind: 'no-file', file: 'gone.md', line: 1 }] },
    ]);
  });

  it('finds nothing in an archive without memories', () => {
    expect(auditProjects({ files: [], indexes: [] }, [])).toEqual([]);
  });
});

/** With valid front matter. */
function inOrder(file: MemoryFile): MemoryFile {
  return { ...file, text: { ...file.text, name: 'port', description: 'The port is in the config', type: 'feedback' } };
}
