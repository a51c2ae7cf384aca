import { describe, expect, it } from 'vitest';
import { readNotebook, readWholeNotebook } from '#src/format/notebook/notebook.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { hasContent, type Session } from '#src/format/session.ts';
import { sessionsMatching } from '#src/cli/session-named.ts';
import { recordsOf } from '#src/index/records-of.ts';
import { aCommit, aFile, aPrompt, someFacts } from '#tests/support/some-facts.ts';

describe('recordsOf', () => {
  it('has the branch and task, each event with its details, the summary and the narrative', () => {
    const records = recordsOf(
      session(
        'retro: 2026-10-01T18:00:00Z',
        '- 23:58 [ERROR] One\n  with details\n- 00:05 [PIVOT] Two\n\n## Summary\n\nLead.\n\n### A title\n\nAnd prose.',
      ),
      null,
    );
    expect(records.map(({ kind, tag, date, time, text }) => [kind, tag, date, time, text])).toEqual([
      ['session', null, '2026-10-01', null, 'main\nT-1'],
      ['event', 'ERROR', '2026-10-01', '23:58', 'One\nwith details'],
      ['event', 'PIVOT', '2026-10-02', '00:05', 'Two'],
      ['summary', null, '2026-10-01', null, 'Lead.'],
      ['narrative', null, '2026-10-01', null, 'A title\nAnd prose.'],
    ]);
    expect(records.map(({ anchor }) => anchor)).toEqual([
      '',
      expect.stringMatching(/^e-[0-9a-f]{6}$/),
      expect.stringMatching(/^e-[0-9a-f]{6}$/),
      'summary',
      'narrative',
    ]);
  });

  it('has the notes that the page shows, under their headings', () => {
    const noted = session('', '- 23:00 [ERROR] One');
    const notebook = readNotebook(
      `---\nsession_id: x\n---\n## Focus\n- 10:00 first\n- 10:05 second\n## Open Questions\n- 10:10 ~~Which?~~ → this (10:20)\n`,
    );
    const records = recordsOf({ ...noted, notebook: notebook ?? undefined }, null).filter(
      ({ kind }) => kind === 'note',
    );
    expect(records.map(({ date, time, text }) => [date, time, text])).toEqual([
      ['2026-10-01', '10:05', 'Focus: second'],
      ['2026-10-01', '10:10', 'Open Questions: Which?\nthis'],
    ]);
    expect(records[0]?.anchor).toMatch(/^n-[0-9a-f]{6}$/);
  });

  it('has each observation with all its words, and the handoff', () => {
    const notebook = readWholeNotebook(
      '---\nsession_id: x\n---\n## Observations\n- 10:00 [P1] Title\n  - a fact\n  Narrative: the story\n  Files: src/a.ts\n\n## Handoff\n\nCurrent Task: JWT\n',
    );
    const records = recordsOf({ ...session('', '- 23:00 [ERROR] One'), notebook: notebook ?? undefined }, null);
    expect(records.slice(2).map(({ kind, time, text }) => [kind, time, text])).toEqual([
      ['observation', '10:00', 'Title\na fact\nthe story\nsrc/a.ts'],
      ['handoff', null, 'Current Task: JWT'],
    ]);
    expect(records.slice(2).map(({ anchor }) => anchor)).toEqual([expect.stringMatching(/^o-[0-9a-f]{6}$/), 'handoff']);
  });

  it('has the prompts, commits and last message of the facts, in local time', () => {
    const facts = someFacts({
      prompts: [aPrompt({ text: 'fix the login\nnow' }), aPrompt({ text: '' }), aPrompt({ text: 'and the tests' })],
      commits: [
        aCommit({ hash: 'a1b2c3d', subject: 'Keep the query', body: 'It was lost.', at: '2026-10-01T22:30:00Z' }),
      ],
      outcome: { text: 'All tests pass.', at: '2026-10-01T22:31:00Z' },
    });
    const records = recordsOf(session('utc_offset: "+02:00"', '- 23:00 [ERROR] One'), facts);
    expect(records.map(({ kind, date, time, text }) => [kind, date, time, text])).toEqual([
      ['session', '2026-10-01', null, 'main\nT-1'],
      ['event', '2026-10-01', '23:00', 'One'],
      ['prompt', '2026-03-24', '16:00', 'fix the login\nnow'],
      ['prompt', '2026-03-24', '16:00', 'and the tests'],
      ['commit', '2026-10-02', '00:30', 'Keep the query\nIt was lost.'],
      ['message', '2026-10-02', '00:31', 'All tests pass.'],
    ]);
    expect(records.slice(2).map(({ anchor }) => anchor)).toEqual(['prompt-1', 'prompt-3', 'commit-a1b2c3d', 'outcome']);
  });

  it('finds a session by the files it edited and by titles that no record has', () => {
    const facts = someFacts({
      head: { titles: { custom: 'Login week', host: 'Fix login', prompt: 'fix the login' } },
      files: [aFile({ path: 'src/auth.ts' }), aFile({ path: 'src/login/redirect.ts' })],
    });
    const [{ text } = expect.unreachable()] = recordsOf({ ...session('', ''), facts: facts.head }, facts);
    expect(text).toBe('main\nT-1\nLogin week\nFix login\nsrc/auth.ts\nsrc/login/redirect.ts');
  });
});

describe('the sessions that a word means', () => {
  const sessions = ['2026-10-03-main', '2026-10-02-main', '2026-10-01-x'].map((name, n) => ({
    // The newest is empty.
    ...session('', n === 0 ? '' : '- [ERROR] One'),
    name,
    id: `abcdef-${n}`,
  }));

  it.each([
    ['last', [1]],
    ['2026-10-03-main', [0]],
    ['2026-10-02-MAIN.md', [1]],
    ['p q/2026-10-01-x', [2]],
    ['/sessions/p%20q/2026-10-01-x/', [2]],
    ['abcdef-2', [2]],
    ['ABCDEF-1', [1]],
    ['abcdef', [0, 1, 2]],
    ['abcde', []],
  ])('of %s are %j', (word, found) => {
    expect(sessionsMatching(sessions, word, hasContent)).toEqual(found.map((index) => sessions[index]));
  });
});

function session(front: string, body: string): Session {
  const required = 'session_id: abc\ndate: 2026-10-01\nbranch: main\ntask: T-1\nstarted: 2026-10-01T08:00:00Z';
  const { chronicle } = parseChronicle(`---\n${required}\n${front}${front && '\n'}---\n\n## Events\n\n${body}\n`);
  if (!chronicle) throw new Error('The fixture cannot be read.');
  const project = { slug: 'p q', name: 'p q', directory: '-p-q', root: null };
  return {
    id: 'abc',
    project,
    name: '2026-10-01-main',
    path: '',
    digest: '',
    chronicle,
    problems: [],
    outdated: false,
  };
}
