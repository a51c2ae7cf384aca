import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serializeFacts } from '#src/transcript/facts.ts';
import { readFacts } from '#src/transcript/facts-file.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

describe('readFacts', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'a.json');

  it('reads a whole file', () => {
    writeFileSync(path, serializeFacts(someFacts()));
    expect(readFacts(path).facts).toEqual(someFacts());
  });

  it('is null without a file', () => {
    expect(readFacts(join(directory, 'none.json'))).toEqual({ facts: null, fault: null });
  });

  it('says why a file cannot be used', () => {
    const odd = join(directory, 'odd.json');
    mkdirSync(odd);
    expect(readFacts(odd).fault).toBe('It is not a regular file.');
    const link = join(directory, 'link.json');
    symlinkSync(path, link);
    expect(readFacts(link).fault).toContain('symbolic link');
    const large = join(directory, 'large.json');
    writeFileSync(large, '');
    truncateSync(large, 17 * 1024 * 1024);
    expect(readFacts(large).fault).toBe('It is larger than 16 MiB.');
    truncateSync(path, 300);
    expect(readFacts(path).fault).toBe('It is not valid JSON.');
  });
});
