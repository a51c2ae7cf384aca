/**
 * One small file for each fact of the format, and the result of reading it:
 *
 *     chronicle/input/crlf.md -> chronicle/output/crlf.json
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#src/format/decode.ts';
import { type Parsed, parseChronicle } from '#src/format/parse.ts';
import { expectGolden } from '#tests/support/golden-file.ts';

const input = join(import.meta.dirname, 'chronicle/input/');
const output = join(import.meta.dirname, 'chronicle/output/');

describe('parseChronicle', () => {
  it.each(stems(input, '.md'))('reads %s', async (stem) => {
    await expectGolden(formatParsed(readFixture(`${input}${stem}.md`)), `${output}${stem}.json`);
  });

  it('has no output without an input', () => {
    expect(stems(output, '.json').filter((stem) => !existsSync(`${input}${stem}.md`))).toEqual([]);
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

/** As JSON with every character visible. */
function formatParsed(parsed: Parsed): string {
  const invisible = /[\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;
  const json = JSON.stringify(parsed, null, 2);
  return `${json.replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}
