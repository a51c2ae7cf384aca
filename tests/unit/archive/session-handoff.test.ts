import { describe, expect, it } from 'vitest';
import { sessionHandoff } from '#src/archive/session-handoff.ts';
import { readWholeNotebook } from '#src/format/notebook/notebook.ts';
import type { Session } from '#src/format/session.ts';
import { formatSession } from '#src/cli/show.ts';
import { plain } from '#src/cli/terminal/text.ts';
import { aFile, someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

const SUMMARY = `7. Pending Tasks:
   - Send the token in a header
   - Remove the cookie

9. Optional Next Step:
   Run the test in Safari.
`;

const SESSION = aSession({ body: '## Events\n\n- 10:00 [ERROR] x\n\n' });

function withHandoff(lines: string): Session {
  const notebook = readWholeNotebook(`---\nsession_id: ${SESSION.id}\n---\n## Handoff\n\n${lines}\n`);
  return { ...SESSION, notebook: notebook ?? undefined };
}

const files = Array.from({ length: 12 }, (_, index) => aFile({ path: `src/${index}.ts` }));
const facts = someFacts({
  files,
  readFiles: ['docs/jwt.md'],
  compactions: [{ at: '2026-09-14T13:10:00Z', summary: SUMMARY }],
});

describe('sessionHandoff', () => {
  it("is the agent's, with the files that the transcript showed", () => {
    expect(sessionHandoff(withHandoff('Current Task: JWT'), facts)).toEqual({
      anchor: 'handoff',
      title: 'Handoff',
      source: null,
      fields: [{ label: 'Current task', text: 'JWT' }],
      files: [
        { label: 'Files edited', paths: files.slice(0, 10).map(({ path }) => path), more: 2 },
        { label: 'Files read', paths: ['docs/jwt.md'], more: 0 },
      ],
    });
    const named = sessionHandoff(withHandoff('Current Task: JWT\nFiles Edited: a.ts\nFiles Read: b.ts'), facts);
    expect(named?.files).toEqual([]);
  });

  it("is what a compaction's summary says was left to do, marked as such, without one", () => {
    expect(sessionHandoff(SESSION, facts)).toMatchObject({
      anchor: 'left',
      title: 'Left to do',
      source: 'From the summary of the compaction at 15:10, not written as a handoff',
      fields: [
        { label: 'Pending tasks', text: '- Send the token in a header\n- Remove the cookie' },
        { label: 'Next step', text: 'Run the test in Safari.' },
      ],
    });
  });

  it('is none without either', () => {
    expect(sessionHandoff(SESSION, someFacts({ files }))).toBeNull();
    expect(sessionHandoff(SESSION, null)).toBeNull();
  });
});

describe('formatSession', () => {
  it('prints it', () => {
    expect(plain(formatSession(withHandoff('Current Task: JWT'), { facts }))).toContain(
      '\nHandoff\nCurrent task: JWT\nFiles edited: src/0.ts, src/1.ts,',
    );
    expect(plain(formatSession(SESSION, { facts }))).toContain(
      '\nLeft to do\nFrom the summary of the compaction at 15:10, not written as a handoff\nPending tasks:\n  - Send the token in a header\n  - Remove the cookie\nNext step: Run the test in Safari.\n',
    );
  });
});
