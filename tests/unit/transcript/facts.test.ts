import { describe, expect, it } from 'vitest';
import { parseFacts, parseFactsHead, serializeFacts, parseFactsList } from '#src/transcript/facts.ts';
import { factsPath } from '#src/lib/paths.ts';
import { aPrompt, someFacts } from '#tests/support/some-facts.ts';

const FACTS = someFacts({
  head: {
    transcripts: [
      { file: '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11.jsonl', folder: '-home-me-app', size: 120, writtenMs: 1.5 },
    ],
    titles: { prompt: 'Fix the login redirect' },
  },
  prompts: [aPrompt({ text: 'fix the login redirect\n"now"' })],
});

describe('serializeFacts', () => {
  it('writes a file that reads back the same', () => {
    expect(parseFacts(serializeFacts(FACTS)).facts).toEqual(FACTS);
  });

  it('writes the head as the first line', () => {
    const [first = ''] = serializeFacts(FACTS).split('\n');
    expect(parseFactsHead(`${first}\n"pro`).head).toEqual(FACTS.head);
  });
});

describe('parseFactsHead', () => {
  it('asks for the whole file where it was reformatted', () => {
    const pretty = JSON.stringify(JSON.parse(serializeFacts(FACTS)), null, 2);
    expect(parseFactsHead(pretty)).toEqual({ head: null, fault: '' });
    expect(parseFacts(pretty).facts).toEqual(FACTS);
  });

  it('reads a file of version 1, which has no found events', () => {
    const { found: _, excerpts: __, ...body } = FACTS;
    const earlier = JSON.stringify({ ...body, head: { ...FACTS.head, version: 1 } });
    expect(parseFacts(earlier).facts).toMatchObject({ head: { version: 1 }, found: [], excerpts: [] });
  });

  it('refuses the file of a later version', () => {
    const later = serializeFacts(FACTS).replace('"version":2', '"version":3');
    expect(parseFactsHead(later).fault).toBe('A later version of session-chronicle wrote it.');
    expect(parseFacts(later).fault).toBe('A later version of session-chronicle wrote it.');
  });
});

describe('parseFacts', () => {
  it.each([
    ['', 'It is not valid JSON.'],
    ['{"head":', 'It is not valid JSON.'],
    ['[]', 'The file is invalid.'],
    [serializeFacts(FACTS).replace('"prompts":[{', '"prompts":[7,{'), 'prompts.0 is invalid.'],
    [serializeFacts(FACTS).replace('"work":[]', '"work":7'), 'work is invalid.'],
    [serializeFacts(FACTS).replace('"work":[]', '"work":[{"minute":"1"}]'), 'work.0.minute is invalid.'],
    [serializeFacts(FACTS).replace('"file":"3f6c', '"file":"../3f6c'), 'head.transcripts.0.file is invalid.'],
  ])('says what is wrong with %j', (source, fault) => {
    expect(parseFacts(source).fault).toBe(fault);
  });
});

describe('factsPath', () => {
  it('is the chronicle’s name in the directory of facts', () => {
    expect(factsPath('/c/projects/-p/chronicle/2026-03-24-main.md')).toBe(
      '/c/projects/-p/chronicle/facts/2026-03-24-main.json',
    );
  });
});

describe('one list of the facts', () => {
  const commit = { hash: 'a1b2c3d', subject: 'Hold the window', body: '', at: '2026-10-28T10:00:00Z' };
  const commits = [{ ...commit, branch: 'main', prompt: null, record: 'r' }];
  const text = serializeFacts({ ...someFacts(), commits });

  it('is read without the rest, also from a reformatted file', () => {
    expect(parseFactsList(text, 'commits')).toEqual(commits);
    expect(parseFactsList(JSON.stringify(JSON.parse(text), null, 2), 'commits')).toEqual(commits);
  });

  it('is empty in a damaged file', () => {
    expect(parseFactsList('', 'commits')).toEqual([]);
    expect(parseFactsList('{"head":{}\n"commits":[{"hash":7}],', 'commits')).toEqual([]);
  });
});
