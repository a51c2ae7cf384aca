import { describe, expect, it } from 'vitest';
import { joinNotebooks } from '#src/chronicle/notebook/join-notebooks.ts';
import { readWholeNotebook } from '#src/chronicle/notebook/whole-notebook.ts';

const book = (body: string) => `---\nsession_id: 3f6c2a10\n---\n${body}`;
const OURS = book(
  '\n## Focus\n\n- 10:00 The latch\n\n## Open Questions\n\n- 10:10 Brass?\n\n## Observations\n\n- 10:20 [decision] [P1] Steel\n  - it holds\n',
);

describe('joinNotebooks', () => {
  it('adds notes, observations, answers and a handoff that only the other notebook has', () => {
    const theirs = book(
      '\n## Focus\n\n- 11:00 The hinge\n  of the gate\n\n## Tried (didn’t work)\n\n- 11:10 Glue\n\n## Open Questions\n\n- 10:10 ~~Brass?~~ → no, steel (11:20)\n\n## Observations\n\n- 10:20 [decision] [P1] Steel\n  - it holds\n- 11:30 [discovery] Rust\n  - on the hinge\n\n## Handoff\n\nCurrent Task: the hinge\n',
    );
    const { text, added, left } = joinNotebooks(OURS, theirs);
    const joined = readWholeNotebook(text);
    expect(joined?.notes.map(({ kind, text: words, details }) => [kind, words, details])).toEqual([
      ['focus', 'The latch', ''],
      ['focus', 'The hinge', 'of the gate'],
      ['tried', 'Glue', ''],
      ['question', 'Brass?', ''],
    ]);
    expect(joined?.notes.at(-1)?.resolved).toEqual({ answer: 'no, steel', at: '11:20' });
    expect(joined?.observations?.map(({ title }) => title)).toEqual(['Steel', 'Rust']);
    expect(joined?.handoff).toEqual({ currentTask: 'the hinge' });
    expect([added, left]).toEqual([3, []]);
    expect(joinNotebooks(text, theirs)).toEqual({ text, added: 0, left: [] });
    expect(joinNotebooks(text, OURS)).toEqual({ text, added: 0, left: [] });
  });

  it('names what it does not add', () => {
    const ours = book('\n## Open Questions\n\n- 10:10 ~~Brass?~~ → no (11:20)\n\n## Handoff\n\nCurrent Task: ours\n');
    const theirs = book(
      '\n## Open Questions\n\n- 10:10 ~~Brass?~~ → yes (11:20)\n\n## Handoff\n\nCurrent Task: theirs\n',
    );
    expect(joinNotebooks(ours, theirs)).toEqual({
      text: ours,
      added: 0,
      left: [
        { what: 'answer', line: 7 },
        { what: 'handoff', line: 11 },
      ],
    });
    expect(joinNotebooks(ours, 'nothing').left).toEqual([{ what: 'file', line: 1 }]);
  });

  it('adds nothing of another session', () => {
    const theirs = OURS.replace('3f6c2a10', '77aa01bc').replace('The latch', 'The hinge');
    expect(joinNotebooks(OURS, theirs)).toEqual({ text: OURS, added: 0, left: [{ what: 'file', line: 1 }] });
  });

  it('keeps what one side deleted since deleted', () => {
    const base = book('\n## Focus\n\n- 10:00 A\n- 10:01 B\n- 10:02 C\n');
    const ours = book('\n## Focus\n\n- 10:00 A\n- 10:01 B\n- 10:03 D\n');
    const theirs = book('\n## Focus\n\n- 10:00 A\n- 10:02 C\n- 10:04 E\n');
    const { text } = joinNotebooks(ours, theirs, base);
    expect(readWholeNotebook(text)?.notes.map(({ text: words }) => words)).toEqual(['A', 'D', 'E']);
  });
});
