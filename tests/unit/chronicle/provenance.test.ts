import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmedLine, isCandidate } from '#src/chronicle/candidate.ts';
import { provenanceOf, transcriptPlace, writtenDetails } from '#src/chronicle/provenance.ts';

const DETAILS = 'Said after an edit was rejected.\ncandidate: 7f4b-1f0e\ntranscript: 3d0b.jsonl:41';

describe('provenanceOf', () => {
  it('names the record and place of a candidate, even after it was confirmed', () => {
    const there = { record: '7f4b-1f0e', transcript: '3d0b.jsonl:41' };
    expect(provenanceOf({ details: DETAILS })).toEqual(there);
    const confirmed = DETAILS.split('\n').map(confirmedLine).join('\n');
    expect(isCandidate({ details: confirmed })).toBe(false);
    expect(provenanceOf({ details: confirmed })).toEqual(there);
  });

  it('is null for a logged event, even if its text mentions candidates', () => {
    for (const details of ['', 'The candidate: none', 'candidate:', 'transcript: of the call', 'evidence: two words'])
      expect(provenanceOf({ details })).toBeNull();
  });
});

describe('writtenDetails', () => {
  it('removes only the lines that name the source', () => {
    expect(writtenDetails({ details: DETAILS })).toBe('Said after an edit was rejected.');
    expect(writtenDetails({ details: 'candidate: 7f4b\ntranscript: a.jsonl:1' })).toBe('');
  });

  it('leaves details without such lines unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', 'a word', 'candidate: 7f4b', 'evidence: 1', '  evidence: 1')),
        (lines) => {
          const details = lines.join('\n');
          const written = writtenDetails({ details });
          expect(writtenDetails({ details: written })).toBe(written);
          expect(provenanceOf({ details: written })).toBeNull();
          if (provenanceOf({ details }) === null) expect(written).toBe(details);
        },
      ),
    );
  });
});

describe('transcriptPlace', () => {
  it('reads the transcript line anywhere among the details', () => {
    const details = 'why\ncandidate: 9e6b\ntranscript: 3f6c2a10-8d1e.jsonl:120\nmore';
    expect(transcriptPlace(details)).toEqual({ file: '3f6c2a10-8d1e.jsonl', line: 120 });
  });

  it.each([
    ['', 'no details'],
    ['  transcript: a.jsonl:1', 'a line that is indented further'],
    ['transcript: ../../etc/a.jsonl:1', 'a path'],
    ['transcript: ..\\a.jsonl:1', 'a path of Windows'],
    ['transcript: .hidden.jsonl:1', 'a hidden file'],
    ['transcript: a.json:1', 'another kind of file'],
    ['transcript: a.jsonl:0', 'no line'],
    ['transcript: a.jsonl:1 and more', 'more than a place'],
  ])('finds no place in %j: %s', (details) => {
    expect(transcriptPlace(details)).toBeNull();
  });
});
