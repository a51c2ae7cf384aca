import { describe, expect, it } from 'vitest';
import { OneTimeCodes } from '#content-loader/one-time-codes.ts';

function atTerminal() {
  const said: string[] = [];
  let time = 0;
  const codes = new OneTimeCodes(
    (sentence) => void said.push(sentence),
    () => time,
  );
  return {
    codes,
    said,
    lastCode: () => / ([a-z0-9]{6}) \(/.exec(said.at(-1) ?? '')?.[1] ?? '',
    wait: (minutes: number) => {
      time += minutes * 60_000;
    },
  };
}

describe('OneTimeCodes', () => {
  it('takes a code once, however it is typed', () => {
    const { codes, said, lastCode } = atTerminal();
    codes.offer('apply p-1', 'apply p-1 to a.md');
    expect(said).toEqual([expect.stringMatching(/^Code to apply p-1 to a\.md: [a-z0-9]{6} \(type it on the page;/)]);
    const code = lastCode();
    codes.take('apply p-1', ` ${code.slice(0, 3).toUpperCase()}-${code.slice(3)} `);
    expect(() => codes.take('apply p-1', code)).toThrow('no longer valid');
  });

  it('refuses a code for anything else, and still takes it for its own change', () => {
    const { codes, lastCode } = atTerminal();
    codes.offer('apply p-1', 'apply p-1');
    const code = lastCode();
    codes.offer('apply p-2', 'apply p-2');
    expect(() => codes.take('apply p-2', code)).toThrow('not the code for this change');
    expect(() => codes.take('apply p-3', code)).toThrow('no longer valid');
    codes.take('apply p-1', code);
  });

  it('shows the same code again for the same change, as long as it is valid', () => {
    const { codes, lastCode, wait } = atTerminal();
    codes.offer('apply p-1', 'apply p-1');
    const code = lastCode();
    wait(9);
    codes.offer('apply p-1', 'apply p-1');
    expect(lastCode()).toBe(code);
    wait(2);
    expect(() => codes.take('apply p-1', code)).toThrow('no longer valid');
    codes.offer('apply p-1', 'apply p-1');
    expect(lastCode()).not.toBe(code);
  });

  it('is closed after ten wrong codes, says so in the terminal, and offers no more', () => {
    const { codes, said, lastCode } = atTerminal();
    codes.offer('apply p-1', 'apply p-1');
    const code = lastCode();
    for (let n = 0; n < 10; n++) expect(() => codes.take('apply p-1', '000000')).toThrow();
    expect(said.at(-1)).toMatch(/^10 wrong codes .+ until chronicle dev is started again\.$/);
    expect(() => codes.take('apply p-1', code)).toThrow('too many wrong codes');
    expect(() => codes.offer('apply p-2', 'apply p-2')).toThrow('too many wrong codes');
  });
});
