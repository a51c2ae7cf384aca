/**
 * One small file for each fact of the format, and what reading it gives:
 *
 *     chronicle/input/crlf.md -> chronicle/output/crlf.json
 *
 * A difference is written to output/crlf-changed.json; once it is right, it becomes crlf.json.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#src/chronicle/decode.ts';
import { type Parsed, parseChronicle } from '#src/chronicle/parse.ts';

const input = fileURLToPath(new URL('chronicle/input/', import.meta.url));
const output = fileURLToPath(new URL('chronicle/output/', import.meta.url));

describe('parseChronicle', () => {
  it.each(stems(input, '.md'))('reads %s', (stem) => {
    const text = formatParsed(readFixture(`${input}${stem}.md`));
    const expected = `${output}${stem}.json`;
    const changed = `${output}${stem}-changed.json`;
    if (!existsSync(expected)) {
      if (process.env.CI) expect.unreachable(`${stem}.json is missing: run the tests outside of CI and commit what they write`);
      writeFileSync(expected, text);
    } else if (readFileSync(expected, 'utf8') === text) {
      rmSync(changed, { force: true });
    } else {
      writeFileSync(changed, text);
      expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(expected, 'utf8')));
      expect.unreachable(`${stem}-changed.json differs from ${stem}.json in its form only`);
    }
  });

  it('has no output without an input', () => {
    const outputs = stems(output, '.json').filter((stem) => !stem.endsWith('-changed'));
    expect(outputs.filter((stem) => !existsSync(`${input}${stem}.md`))).toEqual([]);
  });
});

function stems(directory: string, ending: string): string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith(ending));
  return names.map((name) => name.slice(0, -ending.length)).sort();
}

function readFixture(path: string): Parsed {
  const decoded = decodeText(readFileSync(path));
  return 'text' in decoded ? parseChronicle(decoded.text) : { chronicle: null, problems: [decoded.problem] };
}

/** As JSON in which every character can be seen. */
function formatParsed(parsed: Parsed): string {
  const invisible = /[\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;
  const json = JSON.stringify(parsed, null, 2);
  return `${json.replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}
