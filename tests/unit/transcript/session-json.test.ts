import { describe, expect, it } from 'vitest';
import { sessionDocument, sessionJson, withTranscript } from '#src/transcript/session-json.ts';
import { serializeFacts } from '#src/transcript/facts.ts';
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
        ...{ session_id: '3dc1a619', date: '2026-09-14', branch: 'ink/7-one-list', task: '' },
        ...{ started: '2026-09-14T12:00:00Z', utc_offset: '+02:00' },
      },
      events: [
        {
          id: expect.stringMatching(/^3dc1a619#e-[0-9a-f]{6}$/),
          ...{ tag: 'ERROR', text: '</script> "quoted"', details: 'Why', time: '14:32', date: '2026-09-14', line: 12 },
        },
      ],
      found: [],
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
    const text = withTranscript(sessionJson(session), serializeFacts(facts));
    const shown = { prompts: [{ text: 'fix the login redirect' }], files: [aFile()] };
    expect(JSON.parse(text).transcript).toMatchObject(shown);
    // Where the transcript was read from stays on this machine.
    for (const word of ['transcripts', '-home-me-tidemark', 'skipped']) expect(text).not.toContain(word);
  });

  it('has the same transcript from facts that somebody formatted', () => {
    const json = sessionJson(SESSION);
    const facts = serializeFacts(someFacts({ files: [aFile()] }));
    const whole = withTranscript(json, facts);
    expect(withTranscript(json, JSON.stringify(JSON.parse(facts), null, 2))).toBe(whole);
    expect(withTranscript(json, facts.replaceAll('\n', '\r\n'))).toBe(whole);
    expect(withTranscript(json, facts.replace('"did":', '\n"did":').replace('"commits":', '\n"commits":'))).toBe(whole);
    expect(withTranscript(json, facts.replace('"work":', '"later":1,\n"work":'))).toBe(whole);
    expect(withTranscript(json, 'broken')).toBe(json);
  });

  it("does not reveal the file's path", () => {
    expect(sessionJson(SESSION)).not.toContain('/archive/');
    expect(JSON.parse(sessionJson(SESSION))).toEqual(sessionDocument(SESSION));
  });
});
