import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summaryAppendix } from '#src/format/edit.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { fileWith } from './generated.ts';
import { anyFileOrBytes, fromLatin1, oddFiles } from './odd-files.ts';

const MACHINE = 'Auto-generated: 3 events (3 errors)';

describe('summaryAppendix', () => {
  it.each([
    ['## Events\n', '\n## Summary\n\n'],
    ['## Events\n\n## Summary\n', '\n'],
    ['## Events\n\n## Summary\n\n', ''],
    ['## Events\n\n## Summary', '\n\n'],
    ['## Summary\n\nAuto-generated: 1 event (1 error)\n', '\n'],
    ['## Summary\n\n## Events\n\n- [ERROR] One\n', '\n## Summary\n\n'],
    ['## Summary\n\n## Notes\n', '\n## Summary\n\n'],
    ['## Summary\n\n- [ERROR] One', '\n\n'],
  ])('is appended after %j', (body, gap) => {
    expect(summaryAppendix(fileWith(body), MACHINE)).toBe(`${gap}${MACHINE}\n`);
  });

  it("makes the summary the machine's, unless somebody wrote one", () => {
    fc.assert(
      fc.property(anyFileOrBytes, (bytes) => {
        const text = fromLatin1(bytes);
        expectMachine(text, text + summaryAppendix(text, MACHINE));
        expectMachine(text, fromLatin1(bytes + summaryAppendix(bytes, MACHINE)));
      }),
      { numRuns: 500 },
    );
  });

  it.each(oddFiles)('can be read back from %s', (_, bytes) => {
    const text = fromLatin1(bytes);
    expectMachine(text, fromLatin1(bytes + summaryAppendix(bytes, MACHINE)));
  });
});

function expectMachine(before: string, after: string): void {
  const old = parseChronicle(before).chronicle;
  const chronicle = parseChronicle(after).chronicle;
  expect(chronicle === null).toBe(old === null);
  expect(chronicle?.events).toEqual(old?.events);
  if (old?.summary.kind === 'none' || old?.summary.kind === 'machine') {
    expect(chronicle?.summary).toEqual({ kind: 'machine', lead: MACHINE, narrative: null });
  }
}
