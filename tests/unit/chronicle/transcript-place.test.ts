import { describe, expect, it } from 'vitest';
import { transcriptPlace } from '#src/chronicle/transcript-place.ts';

describe('transcriptPlace', () => {
  it('reads the line that names a transcript, wherever it stands among the details', () => {
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
  ])('takes %j for none: %s', (details) => {
    expect(transcriptPlace(details)).toBeNull();
  });
});
