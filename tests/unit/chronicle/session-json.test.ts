import { describe, expect, it } from 'vitest';
import { sessionDocument, sessionJson } from '#src/chronicle/session-json.ts';
import { aFile, someFacts } from '#tests/support/some-facts.ts';
import { aSession } from '../archive/a-session.ts';

const SESSION = aSession({
  branch: 'ink/7-one-list',
  body: '## Events\n\n- 14:32 [ERROR] </script> "quoted"\n  Why\n- no event\n\n## Summary\n\nSaid.\n',
});

describe('sessionDocument', () => {
  it('contains the whole session, with full event names', () => {
    expect(sessionDocument(SESSION)).toEqual({
      id: '3dc1a619',
      project: 'inkwell',
      name: '2026-09-14-ink-7-one-list',
      title: 'One list',
      outdated: false,
      frontMatter: {
        session_id: '3dc1a619',
        date: '2026-09-14',
        branch: 'ink/7-one-list',
        task: '',
        started: '2026-09-14T12:00:00Z',
        utc_offset: '+02:00',
      },
      events: [
        {
          id: expect.stringMatching(/^3dc1a619#e-[0-9a-f]{6}$/),
          tag: 'ERROR',
          text: '</script> "quoted"',
          details: 'Why',
          time: '14:32',
          date: '2026-09-14',
          line: 12,
        },
      ],
      strays: [{ line: 14, text: '- no event' }],
      summary: { kind: 'agent', lead: 'Said.', narrative: null },
      facts: null,
    });
  });

  it('has the figures of the facts, and what the transcript showed on request', () => {
    const facts = someFacts({ files: [aFile()] });
    const session = { ...SESSION, facts: facts.head };
    expect(sessionDocument(session)).toMatchObject({ facts: { prompts: 1, edits: { files: 1 }, ending: 'answered' } });
    expect(sessionDocument(session)).not.toHaveProperty('transcript');
    const text = sessionJson(session, facts);
    expect(JSON.parse(text).transcript).toMatchObject({
      prompts: [{ text: 'fix the login redirect' }],
      files: [aFile()],
    });
    // Where the transcript was read from stays on this machine.
    for (const word of ['transcripts', '-home-me-tidemark', 'placed']) expect(text).not.toContain(word);
  });

  it("does not reveal the file's path", () => {
    expect(sessionJson(SESSION, null)).not.toContain('/archive/');
    expect(JSON.parse(sessionJson(SESSION, null))).toEqual(sessionDocument(SESSION));
  });
});
