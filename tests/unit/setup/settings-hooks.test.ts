import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryLines, hookEntries, sharedHookEntries } from '#src/setup/hook-entries.ts';
import { readOwnHooks, withOwnHooks, withoutOwnHooks } from '#src/setup/settings-hooks.ts';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { foreignHooks } from './foreign-hooks.ts';

const OURS = hookEntries('/home/me/.claude/session-chronicle/app', 'linux');
const OLDER = hookEntries('/old place/session-chronicle/app', 'win32');
const RUNS = IS_WHOLE ? 500 : 60;
const added = (text: string) => withOwnHooks(text, OURS);

const theirs = { type: 'command', command: 'lint.sh' };
const word = fc.constantFrom('', 'A_B', 'ü 日', 'x"\\', 'a, b: c', '\ud800', '// no');
const value = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null));
const group = fc.record(
  {
    matcher: fc.constantFrom('Bash', 'Write'),
    hooks: fc.array(fc.constantFrom(theirs, ...foreignHooks), { maxLength: 2 }),
  },
  { requiredKeys: ['hooks'] },
);
const event = fc.constantFrom('SessionStart', 'SessionEnd', 'PreToolUse', 'Stop');
const settings = fc.record(
  {
    env: fc.dictionary(word, value, { maxKeys: 2 }),
    hooks: fc.dictionary(event, fc.array(group, { maxLength: 2 })),
    permissions: fc.record({ allow: fc.array(fc.constant('Bash(ls)'), { maxLength: 2 }) }),
    'a key': value,
  },
  { requiredKeys: [] },
);

/** The same object in some person's way of writing it. */
const text = fc
  .tuple(
    settings,
    fc.constantFrom(undefined, 1, 2, 4, '\t'),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\ufeff'),
    fc.constantFrom('', '\n', '\n\n', ' '),
    fc.boolean(),
  )
  .map(([object, indent, eol, mark, end, isWide]) => {
    const lines = JSON.stringify(object, null, indent);
    const written = isWide ? lines.replaceAll('[]', '[ ]').replaceAll('{}', '{\n}') : lines;
    return mark + written.replaceAll('\n', eol) + end;
  });

const parsed = (edited: string) => JSON.parse(edited.replace('\ufeff', ''));
describe('withOwnHooks', () => {
  it('writes an empty file in the usual form', () => {
    expect(added('')).toBe(`${JSON.stringify({ hooks: OURS }, null, 2)}\n`);
  });

  it('keeps numbers, names and line ends as they are written', () => {
    const before = '{\r\n "a": 12345678901234567890,\r\n "b": 1.0,\r\n "__proto__": {\r\n  "c": -0\r\n }\r\n}\r\n';
    expect(withoutOwnHooks(added(before))).toBe(before);
  });

  it('adds hooks in the indentation of the file', () => {
    const after = added('{\n\t"a": 1\n}');
    expect(after.startsWith('{\n\t"a": 1,\n\t"hooks": {\n\t\t"SessionStart": [\n')).toBe(true);
    expect(after.endsWith('\t}\n}')).toBe(true);
  });

  it('replaces older and repeated hooks, and keeps a neighbour in the same group', () => {
    const [mixed] = OLDER.SessionStart?.flatMap(({ hooks }) => hooks) ?? [];
    const [shared] = sharedHookEntries().SessionEnd?.flatMap(({ hooks }) => hooks) ?? [];
    const before = {
      hooks: {
        ...OLDER,
        SessionStart: [{ hooks: [theirs, mixed] }],
        SessionEnd: [{ hooks: [shared] }, { hooks: [shared] }],
      },
    };
    const after = parsed(added(JSON.stringify(before, null, 2)));
    expect(after.hooks).toEqual({ ...OURS, SessionStart: [{ hooks: [theirs] }, ...(OURS.SessionStart ?? [])] });
  });

  it.each(foreignHooks)('leaves alone what only names our programs: %j', (theirOwn) => {
    for (const event of ['SessionStart', 'PreToolUse', 'Stop']) {
      const before = JSON.stringify({ hooks: { [event]: [{ hooks: [theirOwn] }] } });
      expect(readOwnHooks(before)).toMatchObject({ lines: [] });
      expect(withoutOwnHooks(before)).toBe(before);
      expect(JSON.parse(withoutOwnHooks(added(before), before))).toEqual(JSON.parse(before));
    }
  });

  it('changes the form for one user into that for all people of a project', () => {
    const shared = withOwnHooks(added('{\n}\n'), sharedHookEntries());
    expect(shared).not.toContain('/home/me');
    expect(readOwnHooks(shared)).toMatchObject({ programs: Array(entryLines(OURS).length).fill('shared') });
    expect(withoutOwnHooks(shared)).toBe('{}\n');
  });

  it('adds ours, once, and changes nothing else', { tags: 'sample' }, () => {
    fc.assert(
      fc.property(text, (before) => {
        const after = added(before);
        expect(readOwnHooks(after)).toMatchObject({ lines: (readOwnHooks(added('')) as { lines: string[] }).lines });
        expect(added(after)).toBe(after);
        const { hooks: hooksBefore = {}, ...restBefore } = parsed(before);
        const { hooks, ...rest } = parsed(after);
        expect(rest).toEqual(restBefore);
        for (const [name, groups] of Object.entries<unknown[]>(hooksBefore))
          expect(hooks[name].slice(0, groups.length)).toEqual(groups);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('withoutOwnHooks', () => {
  it('restores the original lines if only our hooks were added to a file in a usual form', { tags: 'sample' }, () => {
    const usual = fc.tuple(settings, fc.constantFrom(1, 2, 4, '\t'), fc.constantFrom('\n', '\r\n'));
    fc.assert(
      fc.property(usual, ([object, indent, eol]) => {
        const before = JSON.stringify(object, null, indent).replaceAll('\n', eol);
        const after = withoutOwnHooks(added(before), before);
        expect(parsed(after)).toEqual(object);
        if (!/[{[][}\]]/.test(before)) expect(after).toBe(before);
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps later changes, and removes all of ours', { tags: 'sample' }, () => {
    fc.assert(
      fc.property(text, fc.boolean(), (before, isLast) => {
        const body = added(before);
        const brace = isLast ? body.lastIndexOf('}') : body.indexOf('{') + 1;
        const own = isLast ? ',"later":1' : '"later":1,';
        const edited = `${body.slice(0, brace)}${own}${body.slice(brace)}`;
        const left = withoutOwnHooks(edited, before);
        expect(readOwnHooks(left)).toMatchObject({ lines: [] });
        expect(parsed(left)).toEqual({ ...parsed(before), later: 1 });
      }),
      { numRuns: RUNS },
    );
  });

  it('removes older forms too, and containers that are empty then', () => {
    const both = withOwnHooks('{\n  "x": true,\n  "hooks": {}\n}\n', OLDER);
    expect(withoutOwnHooks(both)).toBe('{\n  "x": true\n}\n');
  });
});

describe('readOwnHooks', () => {
  it.each<[string, number, number]>([
    ['{\n  "a": ,\n}', 2, 8],
    ['[]', 1, 1],
    ['{"hooks": []}', 1, 11],
    ['{"hooks": {"Stop": {}}}', 1, 20],
    ['{"hooks": {"Stop": [1]}}', 1, 21],
    ['{"hooks": {"Stop": [{"hooks": "x"}]}}', 1, 21],
    ['{"hooks": {},\n"hooks": {}}', 2, 1],
    ['['.repeat(200_000), 1, 1],
    ['{\n  // mine\n  "a": 1\n}', 2, 3],
    ['{"a": true, }', 1, 11],
  ])('says where %# cannot be edited', (wrong, line, column) => {
    expect(readOwnHooks(wrong)).toMatchObject({ line, column });
  });

  it('reports that all hooks are off', () => {
    expect(readOwnHooks('{"disableAllHooks": true }')).toMatchObject({ areOff: true });
    expect(readOwnHooks('\ufeff{}')).toMatchObject({ areOff: null });
  });
});
