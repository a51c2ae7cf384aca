import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leftFields, leftToDo } from '#src/transcript/left-to-do.ts';
import { compactionIn } from '#src/transcript/compactions.ts';

const AT = '2026-03-24T14:10:00Z';

/** In the form that Claude Code 2.1.329 asks its model for. */
const SUMMARY = `1. Primary Request and Intent:
   Move the session token from a cookie to a header.

3. Files and Code Sections:
   - src/auth.ts
     \`\`\`md
7. Pending Tasks:
   - an example in a file
     \`\`\`

6. All user messages:
   - "Pending Tasks: what is left?"

7. Pending Tasks:
   - **Send the token** in a header
     - for all routes
   1. Remove the cookie

8. Current Work:
   I was reading \`src/auth.ts\`:

   \`\`\`ts
   readCookie();
   \`\`\`

9. Optional Next Step:
   Run the test in Safari: "then try it there"
`;

const left = (...summaries: string[]) => leftToDo({ compactions: summaries.map((summary) => ({ at: AT, summary })) });

describe('leftToDo', () => {
  it('has the pending tasks, the current work and the next step, without their common indentation', () => {
    expect(left(SUMMARY)).toEqual({
      at: AT,
      current: 'I was reading `src/auth.ts`:\n\n```ts\nreadCookie();\n```',
      pending: '- **Send the token** in a header\n  - for all routes\n1. Remove the cookie',
      next: 'Run the test in Safari: "then try it there"',
    });
    expect(left(SUMMARY.replaceAll('\n', '\r\n'))).toEqual(left(SUMMARY));
  });

  it.each([
    ['**Pending Tasks:**\n- a\n\n**Current Work**\nb\n\n**Next Steps:** c'],
    ['## 7. Pending Tasks\n\n- a\n\n## 8. Current Work\n\nb\n\n## 9. Optional Next Step\n\nc'],
    ['Pending tasks:\n- a\nCurrent work: b\nOptional next step: c'],
    [
      '7. **Pending Tasks**:\n   - a\n8. **Current Work**:\n   b\n9. **Optional Next Step**:\n   c\n10. Key Technical Concepts:\n   d',
    ],
  ])('reads the headings in other styles: %j', (summary) => {
    expect(left(summary)).toEqual({ at: AT, pending: '- a', current: 'b', next: 'c' });
  });

  it.each([
    [''],
    ['The cookie was moved.'],
    ['7. Offene Aufgaben:\n   - Den Token senden\n9. Nächster Schritt:\n   Testen'],
    ['8. Current Work:\n   Only this.'],
    ['7. Pending Tasks:\n   - None.\n9. Optional Next Step:\n'],
    ['Pending tasks are left for tomorrow\nNext steps follow'],
    ['```\n7. Pending Tasks:\n   - never closed'],
    ['````md\n```js\n7. Pending Tasks:\n   - an example\n```\n````'],
  ])('claims nothing for %j', (summary) => {
    expect(left(summary)).toBeNull();
  });

  it('reads what the import keeps of a summary in a transcript', () => {
    const before =
      'This session is being continued from a previous conversation that ran out of context. The summary …\n';
    const after =
      '\nIf you need specific details from before compaction (like exact code snippets), read the full transcript at: /x.jsonl\n';
    const kept = compactionIn(`${before}\nSummary:\n${SUMMARY}${after}`, AT, 'auto');
    expect(leftToDo({ compactions: kept ? [kept] : [] })).toMatchObject({
      pending: left(SUMMARY)?.pending,
      next: 'Run the test in Safari: "then try it there"',
    });
  });

  it('reads only the newest compaction', () => {
    expect(left(SUMMARY, 'The cookie was moved.')).toBeNull();
    expect(left('The cookie was moved.', '7. Pending Tasks: a')).toEqual({ at: AT, pending: 'a' });
    expect(leftToDo({ compactions: [] })).toBeNull();
  });

  it('reads any text in linear time, and clips long ones', () => {
    for (const text of ['**'.repeat(500_000), `7. ${' '.repeat(1_000_000)}`, 'Pending Tasks '.repeat(80_000)])
      expect(left(text)).toBeNull();
    expect(left(`7. Pending Tasks:\n${'a\n'.repeat(500_000)}`)?.pending).toHaveLength(2000);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = left(`7. Pending Tasks:\n${text}`);
        expect(found === null || leftFields(found).length > 0).toBe(true);
      }),
    );
  });
});

describe('leftFields', () => {
  it('names what is stated, the current work first', () => {
    expect(leftFields({ at: AT, next: 'c', current: 'b' })).toEqual([
      { label: 'Current work', text: 'b' },
      { label: 'Next step', text: 'c' },
    ]);
  });
});

describe('what was left to do', () => {
  const compactions = [{ at: '2026-03-24T14:10:00Z', summary: SUMMARY }];
  const [before, after] = ['2026-03-24T14:09:00Z', '2026-03-24T14:11:00Z'];

  it.each([
    { prompts: [{ at: after }] },
    { commits: [{ at: before }, { at: after }] },
    { outcome: { at: after } },
    { lastAnswer: { at: after } },
  ])('is out of date after %j', (shown) => {
    expect(leftToDo({ compactions, ...shown })).toBeNull();
  });

  it('holds as long as nothing came after the compaction', () => {
    const shown = { prompts: [{ at: before }], commits: [], outcome: { at: before } };
    expect(leftToDo({ compactions, ...shown })).not.toBeNull();
  });
});
