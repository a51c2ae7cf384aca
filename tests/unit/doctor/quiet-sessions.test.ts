import { describe, expect, it } from 'vitest';
import { quietSessions } from '#src/node/doctor/quiet-sessions.ts';
import { scanChronicles } from '#src/node/doctor/scan-chronicles.ts';
import type { Layout } from '#src/project/paths.ts';
import { aConfig, put, putChronicle } from './a-config.ts';

const CONTRACT = '<!-- session-chronicle:begin -->\n## Session chronicle\n<!-- session-chronicle:end -->\n';
const LOG = "chronicle log ERROR <<'EOF'\nx\nEOF";

const quietIn = (layout: Layout) => quietSessions(layout, scanChronicles(layout), (id) => id === 'running');

/** A session without an event, in whose transcript the agent called these tools. */
function quietSession(layout: Layout, id: string, at: string, calls: readonly [tool: string, input: object][] = []) {
  putChronicle(layout, id, at);
  const records = calls.flatMap(([name, input], n) => [
    { type: 'assistant', message: { content: [{ type: 'tool_use', id: `call-${n}`, name, input }] } },
    {
      type: 'user',
      message: {
        content: [{ type: 'tool_result', tool_use_id: `call-${n}`, is_error: true, content: `${name} was denied` }],
      },
    },
  ]);
  const text = records.map((record) => `${JSON.stringify({ ...record, sessionId: id })}\n`).join('');
  put(`${layout.projects}/-home-me-blog/${id}.jsonl`, text, at);
}

describe('quietSessions', () => {
  it('counts attended sessions that worked and logged nothing', () => {
    const layout = aConfig();
    putChronicle(layout, 'busy', '2026-11-01T10:00:00Z', { events: ['- 10:00 [ERROR] It broke'] });
    putChronicle(layout, 'gone', '2026-11-02T10:00:00Z');
    putChronicle(layout, 'script', '2026-11-03T10:00:00Z', { lines: ['attended: no'] });
    putChronicle(layout, 'filled', '2026-11-03T10:00:00Z', { lines: ['source: backfill'] });
    putChronicle(layout, 'running', '2026-11-04T10:00:00Z');
    quietSession(layout, 'talk', '2026-11-05T10:00:00Z', [['Read', { file_path: '/a' }]]);
    quietSession(layout, 'work', '2026-11-06T10:00:00Z', [['Edit', { file_path: '/a' }]]);
    expect(quietIn(layout)).toEqual({ recent: 4, quiet: 2, untold: 2, contract: null, failed: [] });
  });

  it('says what chronicle log answered where it failed', () => {
    const layout = aConfig();
    quietSession(layout, 'one', '2026-11-05T10:00:00Z', [['Bash', { command: 'ls' }]]);
    quietSession(layout, 'two', '2026-11-06T10:00:00Z', [['Bash', { command: LOG }]]);
    expect(quietIn(layout)).toMatchObject({ quiet: 2, failed: ['Bash was denied'] });
  });

  it('finds the contract, and skips sessions that began before it', () => {
    const layout = aConfig();
    for (const day of ['05', '06', '07']) putChronicle(layout, `d${day}`, `2026-11-${day}T10:00:00Z`);
    const path = put(`${layout.config}/CLAUDE.md`, CONTRACT);
    expect(quietIn(layout)).toMatchObject({ recent: 3, quiet: 3, untold: 0, contract: path });
    const file = { path, before: null, after: '', backup: null };
    const entry = { scope: 'user', root: null, version: '1.0.0', at: '2026-11-06T10:00:00Z', made: [] };
    const parts = { settings: { ...file, path: '/s' }, skill: null, contract: file, import: null };
    put(layout.install, JSON.stringify([{ ...entry, ...parts }]));
    expect(quietIn(layout)).toMatchObject({ recent: 2, quiet: 2, untold: 0 });
  });
});
