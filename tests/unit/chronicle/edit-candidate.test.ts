import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCandidate } from '#src/chronicle/candidate.ts';
import { decideCandidates, type Verdict } from '#src/chronicle/edit-candidate.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { scan } from '#src/chronicle/scan.ts';
import { anyFile, fileWith } from './generated.ts';

const RECORD = '9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f';
const PLACE = '  transcript: 3f6c.jsonl:12\n';
const candidate = (line: string) => `${line}\n  why\n  candidate: ${RECORD}\n${PLACE}`;
const SUMMARY = 'Auto-generated: 2 unconfirmed events (2 errors) from 4 prompts of the transcript. Began with: fix it';
const body = (events: string, summary = SUMMARY) => fileWith(`\n## Events\n\n${events}\n## Summary\n\n${summary}\n`);

/** Without the blank line that belonged to the events. */
const emptied = (summary: string) => fileWith(`\n## Events\n\n## Summary\n\n${summary}\n`);

describe('decideCandidates', () => {
  const file = body(candidate('- 10:00 [ERROR] One') + candidate('- 10:05 [ERROR] Two'));

  it('confirms a candidate by changing only the word before its evidence', () => {
    expect(decideCandidates(file, new Map([[1, 'confirm']]))).toBe(
      body(
        candidate('- 10:00 [ERROR] One') + candidate('- 10:05 [ERROR] Two').replace('candidate:', 'evidence:'),
        'Auto-generated: 1 event (1 error) and 1 unconfirmed event (1 error) from 4 prompts of the transcript. Began with: fix it',
      ),
    );
  });

  it('drops only the lines of a candidate', () => {
    expect(decideCandidates(file, new Map([[0, 'drop']]))).toBe(
      body(
        candidate('- 10:05 [ERROR] Two'),
        'Auto-generated: 1 unconfirmed event (1 error) from 4 prompts of the transcript. Began with: fix it',
      ),
    );
  });

  it('updates the machine summary of a file left without events', () => {
    const none = decideCandidates(
      file,
      new Map([
        [0, 'drop'],
        [1, 'drop'],
      ]),
    );
    expect(none).toBe(emptied(SUMMARY.replace('2 unconfirmed events (2 errors)', 'no events')));
    expect(readUnchecked(none)?.summary.lead).toContain('Began with: fix it');
  });

  it('drops one blank line with an event between two of them, and no other blank line', () => {
    const [before, after] = ['- [PIVOT] Before\n', '- [PIVOT] After\n'];
    const dropped = (text: string) => decideCandidates(body(text, 'Own.'), new Map([[1, 'drop']]));
    const one = candidate('- [ERROR] One');
    expect(dropped(`${before}\n${one}\n\n${after}`)).toBe(body(`${before}\n\n${after}`, 'Own.'));
    expect(dropped(`${before}\n${one}${after}`)).toBe(body(`${before}\n${after}`, 'Own.'));
    expect(dropped(`${before}${one}\n${after}`)).toBe(body(`${before}\n${after}`, 'Own.'));
    expect(dropped(before + one)).toBe(body(before, 'Own.'));
  });

  it('leaves a logged event unchanged', () => {
    const logged = body('- 10:00 [ERROR] Logged\n  candidate: of two ways\n    candidate: deeper\n');
    for (const verdict of ['confirm', 'drop'] as const)
      expect(decideCandidates(logged, new Map([[0, verdict]]))).toBe(logged);
  });

  it("leaves a person's summary unchanged", () => {
    const written = body(candidate('- [ERROR] One'), 'Two errors, both mine.');
    expect(decideCandidates(written, new Map([[0, 'drop']]))).toBe(emptied('Two errors, both mine.'));
  });

  it.each([
    ['that said it', '- 2026-03-26 09:10 [ERROR] Dropped', '- 10:00 [PIVOT] Kept', '- 2026-03-26 10:00 [PIVOT] Kept'],
    ['after midnight', '- 00:10 [ERROR] Dropped', '- 23:55 [PIVOT] Kept', '- 2026-03-25 23:55 [PIVOT] Kept'],
  ])('adds an explicit day to an event whose day followed from a dropped one %s', (_, dropped, kept, dated) => {
    const before = `- 23:50 [INSIGHT] Before\n`;
    expect(decideCandidates(body(`${before}${candidate(dropped)}${kept}\n`), new Map([[1, 'drop']]))).toBe(
      body(`${before}${dated}\n`, SUMMARY.replace('2 unconfirmed events (2 errors)', '2 events (1 pivot, 1 insight)')),
    );
  });

  it('keeps CRLF and a last line without a line break', () => {
    const crlf = fileWith(`## Events\n${candidate('- [ERROR] One')}`)
      .trimEnd()
      .replaceAll('\n', '\r\n');
    expect(decideCandidates(crlf, new Map([[0, 'confirm']]))).toBe(crlf.replace('candidate:', 'evidence:'));
  });
});

describe('decideCandidates on any file', () => {
  /** Any file with candidates inserted between its lines, as bytes read as Latin-1, and verdicts on some events. */
  const decided = fc
    .tuple(
      anyFile,
      fc.array(fc.nat(), { maxLength: 4 }),
      fc.array(fc.constantFrom<Verdict | null>('confirm', 'drop', null)),
    )
    .map(([text, places, verdicts]) => {
      const lines = Buffer.from(text).toString('latin1').split('\n');
      for (const [i, place] of places.entries())
        lines.splice(
          8 + (place % lines.length),
          0,
          ...candidate(`- 1${i}:00 [PIVOT] Found ${i}`).trimEnd().split('\n'),
        );
      const wanted = verdicts.flatMap((verdict, i): [number, Verdict][] => (verdict === null ? [] : [[i, verdict]]));
      return { file: lines.join('\n'), verdicts: new Map(wanted) };
    });

  it('the remaining events keep their text and day', () => {
    fc.assert(
      fc.property(decided, ({ file, verdicts }) => {
        const before = readUnchecked(file)?.events ?? [];
        const after = readUnchecked(decideCandidates(file, verdicts))?.events ?? [];
        const stays = before.filter((event, i) => !(isCandidate(event) && verdicts.get(i) === 'drop'));
        expect(after.map(({ tag, text, time }) => [tag, text, time])).toEqual(
          stays.map(({ tag, text, time }) => [tag, text, time]),
        );
        expect(after.filter(({ time }) => time !== null).map(({ date }) => date)).toEqual(
          stays.filter(({ time }) => time !== null).map(({ date }) => date),
        );
      }),
    );
  });

  it('every byte outside the decided events is kept', () => {
    fc.assert(
      fc.property(decided, ({ file, verdicts }) => {
        const after = decideCandidates(file, verdicts);
        const undated = (text: string) =>
          text
            .replace(/^- \d{4}-\d\d-\d\d (?=\d\d:\d\d \[)/gm, '- ')
            .replace(/^(\s*)(?:candidate|evidence): /gm, '$1')
            .replace(/^Auto-generated: .*/gm, '');
        expect(undated(after)).toBe(undated(withoutDropped(file, verdicts)));
      }),
    );
  });

  it('a reworded candidate is confirmed with its new tag and words, and nothing else changes', () => {
    fc.assert(
      fc.property(decided, fc.boolean(), ({ file: text }, isCrlf) => {
        const file = isCrlf ? text.replaceAll(/\r?\n/g, '\r\n') : text;
        const events = readUnchecked(file)?.events ?? [];
        const at = events.findIndex(isCandidate);
        fc.pre(at !== -1);
        const after = readUnchecked(decideCandidates(file, new Map([[at, { tag: 'INSIGHT', text: 'Seen [X] now' }]])));
        const confirmed = readUnchecked(decideCandidates(file, new Map([[at, 'confirm']])));
        const expected = confirmed?.events.map((event, i) =>
          i === at ? { ...event, tag: 'INSIGHT', text: 'Seen [X] now' } : event,
        );
        expect(after?.events).toEqual(expected);
      }),
    );
  });

  it('no decided candidate is left', () => {
    fc.assert(
      fc.property(anyFile, (text) => {
        const all = new Map((readUnchecked(text)?.events ?? []).map((_, i): [number, Verdict] => [i, 'confirm']));
        expect((readUnchecked(decideCandidates(text, all))?.events ?? []).filter(isCandidate)).toEqual([]);
      }),
    );
  });
});

/** Of blank lines before and after a dropped event, one is dropped as well. */
function withoutDropped(file: string, verdicts: ReadonlyMap<number, Verdict>): string {
  const { lines, blocks } = scan(file);
  const events = readUnchecked(file)?.events ?? [];
  const texts = lines.map(({ start, next }) => file.slice(start, next));
  const isBlank = (text: string | undefined) => text !== undefined && /^[ \t]*\r?\n$/.test(text);
  for (const [i, { line, end }] of blocks.filter(({ kind }) => kind === 'event').entries()) {
    const event = events[i];
    if (!event || !isCandidate(event) || verdicts.get(i) !== 'drop') continue;
    const before = texts.slice(0, line).findLast((text) => text !== '');
    const last = isBlank(before) && isBlank(texts[end]) ? end + 1 : end;
    texts.fill('', line, last);
  }
  return texts.join('');
}
