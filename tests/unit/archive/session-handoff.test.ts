import { describe, expect, it } from 'vitest';
import { sessionHandoff } from '#src/archive/session-handoff.ts';
import { readWholeNotebook } from '#src/format/notebook/notebook.ts';
import type { Session } from '#src/format/session.ts';
import { formatSession } from '#src/cli/show.ts';
import { plain } from '#src/cli/terminal/text.ts';
import { aFile, someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

const SESSION = aSession({ body: '## Events\n\n- 10:00 [ERROR] x\n\n' });

function withHandoff(lines: string): Session {
  const notebook = readWholeNotebook(`---\nsession_id: ${SESSION.id}\n---\n## Handoff\n\n${lines}\n`);
  return { ...SESSION, notebook: notebook ?? undefined };
}

const files = Array.from({ length: 12 }, (_, index) => aFile({ path: `src/${index}.ts` }));
const facts = someFacts({
  files,
  readFiles: ['docs/jwt.md'],
});

describe('sessionHandoff', () => {
  it("is the agent's, with the files that the transcript showed", () => {
    expect(sessionHandoff(withHandoff('Current Task: JWT'), facts)).toEqual({
      fields: [{ label: 'Current task', text: 'JWT' }],
      files: [
        { label: 'Files edited', paths: files.slice(0, 10).map(({ path }) => path), more: 2 },
        { label: 'Files read', paths: ['docs/jwt.md'], more: 0 },
      ],
    });
    const named = sessionHandoff(withHandoff('Current Task: JWT\nFiles Edited: a.ts\nFiles Read: b.ts'), facts);
    expect(named?.files).toEqual([]);
  });

  it('is none without one', () => {
    expect(sessionHandoff(SESSION, someFacts({ files }))).toBeNull();
    expect(sessionHandoff(SESSION, null)).toBeNull();
  });
});

describe('formatSession', () => {
  it('prints it', () => {
    expect(plain(formatSession(withHandoff('Current Task: JWT'), { facts }))).toContain(
      '\nHandoff\nCurrent task: JWT\nFiles edited: src/0.ts, src/1.ts,',
    );
  });
});
