import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { saveVerdicts } from '#src/node/import/candidates/save-verdicts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { fileWith } from '#tests/unit/chronicle/generated.ts';

const lines = (text: string) => `- 09:05 [PIVOT] ${text}\n  candidate: 9e6b1c1e-0001\n`;
const shown = (text: string) => ({ tag: 'PIVOT' as const, text, details: 'candidate: 9e6b1c1e-0001' });

let path: string;
beforeEach(() => {
  const directory = temporaryDirectory('verdicts');
  path = join(directory, '2026-03-24-main.md');
  writeFileSync(path, fileWith(`\n## Events\n\n${lines('Größe — A')}${lines('Same')}${lines('Same')}`));
});

describe('saveVerdicts', () => {
  it('finds an event by its text, not its position, also if it is not ASCII', () => {
    saveVerdicts(path, [{ event: shown('Größe — A'), verdict: 'drop' }]);
    expect(readFileSync(path, 'utf8')).toBe(fileWith(`\n## Events\n\n${lines('Same')}${lines('Same')}`));
  });

  it('decides each of two with the same text', () => {
    saveVerdicts(path, [
      { event: shown('Same'), verdict: 'confirm' },
      { event: shown('Same'), verdict: 'drop' },
    ]);
    const confirmed = lines('Same').replace('candidate:', 'evidence:');
    expect(readFileSync(path, 'utf8')).toBe(fileWith(`\n## Events\n\n${lines('Größe — A')}${confirmed}`));
  });

  it('refuses all if one was changed since it was shown', () => {
    const before = readFileSync(path);
    const decided = [
      { event: shown('Größe — A'), verdict: 'drop' as const },
      { event: shown('As it was'), verdict: 'drop' as const },
    ];
    expect(() => saveVerdicts(path, decided)).toThrow(expect.objectContaining({ code: 'CHRONICLE_CHANGED' }));
    expect(readFileSync(path)).toEqual(before);
  });
});
