import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointsIn, weightOf } from '#src/transcript/causes-and-insights.ts';
import { Transcript } from '../import/transcript.ts';

const asked = (prompt = 'make the import faster') => new Transcript().prompt(prompt);
const events = (transcript: Transcript) =>
  transcript.read().found.map(({ tag, text, source }) => `${source === null ? '?' : ''}${tag} ${text}`);

describe('a text between a failed call and an edit', () => {
  it.each([
    'The last line of a chunk is counted at the end of it and at the start of the next.',
    'Die letzte Zeile eines Blocks wird am Ende und am Anfang des nächsten gezählt.',
    'チャンクの最後の行が終わりと次の始まりで二回数えられています。',
  ])('is an error: %s', (said) => {
    const transcript = asked().fails('cargo test', 'Exit code 1\nassertion failed: 411').answers(said);
    const { found } = transcript.edits('src/chunks.rs', 'split', 'carry').runs('cargo test').read();
    expect(found).toEqual([
      expect.objectContaining({
        tag: 'ERROR',
        text: said.replace(/[.。]$/, ''),
        source: null,
        diff: { path: expect.stringMatching(/chunks\.rs$/), lines: '-split\n+carry' },
      }),
    ]);
  });

  it('is none if it only says what comes next', () => {
    const failed = asked()
      .fails('cargo test', 'Exit code 1\nassertion failed')
      .answers('Let me fix the import of the module.');
    expect(events(failed.edits('a.rs', 'a', 'b'))).toEqual([]);
  });
});

describe('the last answer of a turn', () => {
  const FOUND = 'The handler stores the session in memory, so each of the three workers has its own copy.';

  it('without edits is what was found out', () => {
    expect(events(asked('why do users lose their cart?').runs('cat src/session.ts').answers(FOUND))).toEqual([
      '?INSIGHT The handler stores the session in memory, so each of the three workers has its own copy',
    ]);
  });

  it('with edits is only what was done', () => {
    const report =
      'Done. Changes:\n\n- **Sidebar**: each entry now shows its bits, so you can see the width\n' +
      '- `src/a.ts`: passes the bits on\n\nAll 12 tests pass. Run `npm run dev` to see it.';
    const done = asked().edits('src/a.ts', 'a', 'b').answers(report);
    expect(events(done)).toEqual([]);
    expect(events(done.prompt('no, not the bits').answers('Ok.'))).toEqual(['?USER-CORRECTION no, not the bits']);
  });

  it('has notes', () => {
    const note = 'Port 5433, not 5432: another server listens on 5432 and shadows the container';
    const report = `Done.\n\n## Notes\n\n- **${note.replace(':', '**:')}.\n- The old container still runs.`;
    expect(events(asked().edits('compose.yaml', 'a', 'b').answers(report))).toEqual([`?INSIGHT ${note}`]);
  });

  it('lists several causes', () => {
    const causes = ['The repository had no mapping for the fields', 'The hooks never imported the client of the API'];
    const edited = asked('the import fails').edits('src/hooks/client.ts', 'mapping = { fields }', 'mapping = {}');
    const report = causes.map((cause) => `**Issue found**: ${cause.replace('The', 'the')}.`).join('\n\n');
    expect(events(edited.answers(report))).toEqual(causes.map((cause) => `ERROR ${cause}`));
  });
});

it('finds in a report what gives a reason, and not what only says what was done or how', () => {
  const found = 'The import is slow because every row opens a connection of its own.';
  const report = (line: string) => asked().edits('a.ts', 'a', 'b').answers(`Done.\n\n- ${line}`);
  expect(events(report(found))).toEqual([`?INSIGHT ${found.replace(/\.$/, '')}`]);
  expect(events(report('Sessions now live in Redis instead of memory.'))).toEqual([]);
  expect(events(report('Replace the loop, since it reads each row twice.'))).toEqual([]);
});

it('finds no obstacle in the report of a turn', () => {
  const report = 'Done.\n\n- I cannot push, since the role has no permission for it.\n- The tests are green.';
  const pushed = asked().edits('a.ts', 'a', 'b').fails('git push', 'Exit code 1\n403').answers(report);
  expect(events(pushed).filter((event) => event.includes('BLOCKED'))).toEqual([]);
});

it('ranks reasons, contrasts and facts over deeds, status and advice', () => {
  const ranked = [
    'The cache key lacks the carrier, so two carriers with one number share an entry in `cache.ts`.',
    'Requests wait for the mail because the server is slow.',
    'The route is defined in the second file of the folder.',
    'Added a new test for the empty cart and the refund.',
    'You can now run the tests with npm test.',
  ].map(weightOf);
  expect(ranked).toEqual(ranked.toSorted((a, b) => b - a));
});

it('survives any text, and says no more than it read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      for (const { text: line, why, score } of pointsIn(text)) {
        expect(line.trim()).not.toBe('');
        expect(line.length).toBeLessThanOrEqual(150);
        expect(why.length).toBeLessThanOrEqual(4);
        expect(Number.isFinite(score)).toBe(true);
      }
    }),
  );
});

it('finds the same again', () => {
  const pieces = [
    'The cache is stale because ',
    'root cause: ',
    '- **Note**: ',
    'no, ',
    '\n\n',
    'it fails so ',
    '`x` ',
    '。',
  ];
  const said = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((chosen) => chosen.join(''));
  fc.assert(
    fc.property(fc.array(fc.tuple(said, said, fc.boolean()), { maxLength: 5 }), (turns) => {
      const transcript = new Transcript();
      for (const [prompt, answer, hasEdit] of turns) {
        transcript.prompt(prompt).answers(answer);
        if (hasEdit) transcript.edits('a.ts', prompt, answer);
        transcript.answers(answer);
      }
      const { found } = transcript.read();
      expect(transcript.read().found).toEqual(found);
      const lines = found.map(({ origin }) => origin.line);
      expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    }),
  );
});
