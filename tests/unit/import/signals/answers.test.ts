import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cues, spokenWords } from '#src/import/signals/cues.ts';
import { pointsIn } from '#src/import/signals/points.ts';
import { salienceOf } from '#src/import/signals/salience.ts';
import { Transcript } from '../transcript.ts';

const asked = (prompt = 'make the import faster') => new Transcript().prompt(prompt);
const events = (transcript: Transcript) =>
  transcript.read().found.map(({ tag, text, recorded }) => `${recorded === null ? '?' : ''}${tag} ${text}`);

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
        recorded: null,
        diff: { path: expect.stringMatching(/chunks\.rs$/), lines: '-split\n+carry' },
      }),
    ]);
  });

  it('is a decision if it only says what is done', () => {
    const failed = asked().fails('cargo test', 'Exit code 1\nassertion failed');
    const said = failed.answers('Use a carry for the last line of each chunk, since it may go on in the next chunk.');
    expect(events(said.edits('a.rs', 'a', 'b'))).toEqual([expect.stringMatching(/^\?DECISION Use a carry/)]);
  });

  it('is none if it only says what comes next', () => {
    const failed = asked()
      .fails('cargo test', 'Exit code 1\nassertion failed')
      .answers('Let me fix the import of the module.');
    expect(events(failed.edits('a.rs', 'a', 'b'))).toEqual([]);
  });
});

it('does not say again what stands in the way', () => {
  const said =
    'The apply stops at the network rules, because the role has no permission for `ec2:CreateAcl`. That is something only the platform team can grant, so I cannot finish it here.';
  const blocked = asked('apply the plan').fails('terraform apply', 'Exit code 1\n403').answers(said);
  expect(events(blocked)).toEqual([expect.stringMatching(/^\?BLOCKED /)]);
});

describe('the last answer of a turn', () => {
  const FOUND = 'The handler stores the session in memory, so each of the three workers has its own copy.';

  it('without edits is what was found out', () => {
    expect(events(asked('why do users lose their cart?').runs('cat src/session.ts').answers(FOUND))).toEqual([
      '?INSIGHT The handler stores the session in memory, so each of the three workers has its own copy',
    ]);
  });

  it('with edits is a choice if it sets one thing against another', () => {
    const report = 'Sessions now live in Redis instead of memory, because the workers share nothing.';
    expect(events(asked().edits('src/session.ts', 'a', 'b').answers(report))).toEqual([
      '?DECISION Sessions now live in Redis instead of memory, because the workers share nothing',
    ]);
  });

  it('with edits is only what was done', () => {
    const report =
      'Done. Changes:\n\n- **Sidebar**: each entry now shows its bits, so you can see the width\n- `src/a.ts`: passes the bits on\n\nAll 12 tests pass. Run `npm run dev` to see it.';
    const done = asked().edits('src/a.ts', 'a', 'b').answers(report);
    expect(events(done)).toEqual([]);
    expect(events(done.prompt('no, not the bits').answers('Ok.'))).toEqual(['?USER-CORRECTION no, not the bits']);
  });

  it('has notes', () => {
    const report =
      'Done.\n\n## Notes\n\n- **Port 5433, not 5432**: another server listens on 5432 and shadows the container.\n- The old container still runs.';
    expect(events(asked().edits('compose.yaml', 'a', 'b').answers(report))).toEqual([
      '?INSIGHT Port 5433, not 5432: another server listens on 5432 and shadows the container',
    ]);
  });

  it('names its choices', () => {
    const report =
      'Done.\n\n**Key decisions**\n\n- Drafts are kept in IndexedDB and not in localStorage, since pictures are too large for it.';
    expect(events(asked().edits('a.ts', 'a', 'b').answers(report))).toEqual([
      '?DECISION Drafts are kept in IndexedDB and not in localStorage, since pictures are too large for it',
    ]);
  });

  it('lists several causes', () => {
    const report =
      '**Issue found**: the repository had no mapping for the channel fields at all.\n\n**Issue found**: the hooks never imported the client of the API.';
    const edited = asked('the import fails').edits('src/hooks/client.ts', 'mapping = { channel }', 'mapping = {}');
    expect(events(edited.answers(report))).toEqual([
      'ERROR The repository had no mapping for the channel fields at all',
      'ERROR The hooks never imported the client of the API',
    ]);
  });

  it('tells a symptom from its root cause', () => {
    const report =
      '**Issue**: the page threw a ReferenceError when an episode was deleted.\n\n**Root cause**: the grid used the client without importing it.';
    const edited = asked('the page fails').edits('src/grid.ts', 'client.get()', 'await client.get()');
    expect(events(edited.answers(report))).toEqual(['ERROR The grid used the client without importing it']);
  });

  it('puts what is listed below into the line', () => {
    const report =
      "Found the issue. There's a naming mismatch:\n\n- The route expects: API_TOKEN\n- Your file has: TOKEN";
    expect(events(asked('the call fails').answers(report).edits('.env', 'TOKEN=1', 'API_TOKEN=1'))).toEqual([
      "ERROR There's a naming mismatch: The route expects: API_TOKEN; Your file has: TOKEN",
    ]);
  });
});

describe('an obstacle', () => {
  const denied = () => asked('apply it').fails('terraform apply', 'Exit code 1\nError: UnauthorizedOperation');

  it('is a call that failed to the end of the turn, with what the agent says about it', () => {
    const said = 'The role tf-staging has no right to create rules. I cannot grant that from here.';
    expect(events(denied().answers(said))).toEqual(['?BLOCKED I cannot grant that from here']);
  });

  it('is none if the call succeeds later', () => {
    const said = 'It could not be applied at first because the lock was held by another run.';
    expect(events(denied().runs('terraform apply').answers(said))).not.toContainEqual(
      expect.stringContaining('BLOCKED'),
    );
  });
});

describe('what is done instead of what the user objected to', () => {
  const objected = () => asked().answers('I keep the ids in memory.').prompt('no, there are three pods');

  it('is a decision', () => {
    const said = "You're right, they share nothing. I'll use a table with the event id as its primary key.";
    expect(events(objected().answers(said).edits('a.ts', 'a', 'b'))).toEqual([
      'USER-CORRECTION no, there are three pods',
      '?DECISION Use a table with the event id as its primary key',
    ]);
  });

  it.each(["You're right, let me fix that.", "Sorry about that, I'll change it.", 'Understood.'])(
    'is not: %s',
    (said) => {
      expect(events(objected().answers(said).edits('a.ts', 'a', 'b'))).toHaveLength(1);
    },
  );
});

it('ranks reasons, contrasts and facts over deeds, status and advice', () => {
  const ranked = [
    'The cache key lacks the carrier, so two carriers with one number share an entry in `cache.ts`.',
    'Requests wait for the mail because the server is slow.',
    'The route is defined in the second file of the folder.',
    'Added a new test for the empty cart and the refund.',
    'You can now run the tests with npm test.',
  ].map(salienceOf);
  expect(ranked).toEqual(ranked.toSorted((a, b) => b - a));
});

describe('cues', () => {
  const cues = new Cues("because|so that|can't", 'kein*|nicht mehr');

  it.each(['It fails because of it', 'so THAT it holds', 'I can’t', 'keinerlei Daten', 'geht nicht mehr'])(
    'are in: %s',
    (text) => {
      expect(cues.in(text)).toBe(true);
    },
  );

  it.each(['becauses', 'so', 'that', 'nicht', ''])('are not in: %s', (text) => {
    expect(cues.in(text)).toBe(false);
  });

  it('count up to a number', () => {
    expect(cues.count('because because because', 2)).toBe(2);
    expect(spokenWords("Don't STOP, es war „schön“")).toEqual(["don't", 'stop', 'es', 'war', 'schön']);
  });
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
  const piece = fc.constantFrom(
    'The cache is stale because ',
    'root cause: ',
    '- **Note**: ',
    'no, ',
    '\n\n',
    'it fails so ',
    '`x` ',
    '。',
  );
  const said = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
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

it('reads a hostile megabyte in a moment', () => {
  for (const piece of [
    'because ',
    'I ',
    '- **a**: b\n',
    'root cause: ',
    'a.b/c_d() ',
    '## Notes\n- ',
    "can't ",
    '1,2 ',
    '# a\nb:\n- c\n',
  ]) {
    const text = piece.repeat(1_000_000 / piece.length);
    const started = process.cpuUsage();
    events(asked().answers(text).edits('a.ts', 'a', 'b').answers(text).prompt(text).answers(text));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2500);
  }
});
