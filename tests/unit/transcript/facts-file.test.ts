import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Facts, serializeFacts } from '#src/transcript/facts.ts';
import { factsPlace, placeFacts, readFacts, writeTemporaryFacts } from '#src/transcript/facts-file.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** A project's chronicle directory. */
function someProject() {
  const config = temporaryDirectory('facts');
  const chronicles = `${config}/projects/-home-me/chronicle`;
  mkdirSync(chronicles, { recursive: true });
  const stem = '2026-03-24-main';
  return { config, chronicles, chronicle: `${chronicles}/${stem}.md`, path: `${chronicles}/facts/${stem}.json` };
}

/** Writes facts like those who have a whole harvest; returns whether they fit into a file. */
function writeFacts({ config }: { config: string }, path: string, facts: Facts): boolean {
  const temporary = writeTemporaryFacts(dirname(dirname(path)), facts);
  if (temporary !== null) placeFacts({ config }, path, temporary);
  return temporary !== null;
}

const factsOf = (session_id: string) => someFacts({ head: { session_id } });

describe('placeFacts', () => {
  it('writes a file that only its owner can read, and replaces it', () => {
    const { config, chronicles, path } = someProject();
    expect(writeFacts({ config }, path, someFacts())).toBe(true);
    expect(writeFacts({ config }, path, someFacts({ branches: ['a'] }))).toBe(true);
    expect(readFacts(path).facts?.branches).toEqual(['a']);
    expect([statSync(path).mode & 0o777, statSync(`${chronicles}/facts`).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(`${chronicles}/facts`)).toEqual(['2026-03-24-main.json']);
    expect(readdirSync(`${chronicles}/.tmp`)).toEqual([]);
  });

  it('replaces a link instead of following it', () => {
    const { config, chronicles, path } = someProject();
    mkdirSync(`${chronicles}/facts`);
    writeFileSync(`${config}/victim`, 'kept');
    symlinkSync(`${config}/victim`, path);
    writeFacts({ config }, path, someFacts());
    expect(readFileSync(`${config}/victim`, 'utf8')).toBe('kept');
    expect(readFacts(path).facts).toEqual(someFacts());
  });

  it('refuses a directory that a link leads out of the configuration', () => {
    const { config, chronicles, path } = someProject();
    const outside = temporaryDirectory('outside');
    symlinkSync(outside, `${chronicles}/facts`);
    expect(() => writeFacts({ config }, path, someFacts())).toThrow(
      `${chronicles}/facts leads out of ${config} through a symbolic link. Nothing was written.`,
    );
    expect(readdirSync(outside)).toEqual([]);
  });

  it('leaves nothing behind if it cannot write', () => {
    const { config, chronicles, path } = someProject();
    mkdirSync(path, { recursive: true });
    expect(() => writeFacts({ config }, path, someFacts())).toThrow();
    expect(readdirSync(`${chronicles}/.tmp`)).toEqual([]);
  });

  it('does not write what is too large to be read', () => {
    const { config, path } = someProject();
    expect(writeFacts({ config }, path, someFacts({ branches: ['x'.repeat(17 * 1024 * 1024)] }))).toBe(false);
    expect(readFacts(path)).toEqual({ facts: null, fault: null });
  });
});

describe('factsPlace', () => {
  it('finds a file unusable that is cut off behind its head, wherever it is cut', () => {
    const { chronicle, chronicles, path } = someProject();
    mkdirSync(`${chronicles}/facts`);
    const text = serializeFacts(factsOf('a'));
    for (let end = text.indexOf('\n') + 1; end < text.length - 1; end += 7) {
      writeFileSync(path, text.slice(0, end));
      expect(factsPlace(chronicle, 'a'), text.slice(0, end).slice(-20)).toMatchObject({ head: null });
    }
    writeFileSync(path, text.trimEnd());
    expect(factsPlace(chronicle, 'a')).toMatchObject({ head: { session_id: 'a' }, fault: null });
  });

  it("is named after the session's chronicle", () => {
    const { config, chronicle, path } = someProject();
    expect(factsPlace(chronicle, 'a')).toEqual({ path, head: null, fault: null });
    writeFacts({ config }, path, factsOf('a'));
    expect(factsPlace(chronicle, 'a')).toEqual({ path, head: factsOf('a').head, fault: null });
  });

  it('finds the facts of a chronicle that was renamed', () => {
    const { config, chronicle, chronicles, path } = someProject();
    writeFacts({ config }, path, factsOf('a'));
    const renamed = `${chronicles}/facts/b.json`;
    renameSync(path, renamed);
    expect(factsPlace(chronicle, 'a').path).toBe(renamed);
  });

  it('never names the file of another session', () => {
    const { config, chronicle, chronicles, path: others } = someProject();
    writeFacts({ config }, others, factsOf('other'));
    writeFileSync(`${chronicles}/facts/2026-03-24-main-2.json`, 'not ours');
    const path = `${chronicles}/facts/2026-03-24-main-3.json`;
    expect(factsPlace(chronicle, 'a')).toEqual({ path, head: null, fault: null });
  });

  it.each([
    ['not JSON', '{"head":}', 'It is not valid JSON.'],
    ['a later version', serializeFacts(someFacts()).replace('"version":2', '"version":3'), 'A later version'],
  ])('says why a file cannot be used that is %s', (_, text, fault) => {
    const { chronicle, chronicles, path } = someProject();
    mkdirSync(`${chronicles}/facts`);
    writeFileSync(path, text);
    expect(factsPlace(chronicle, 'a')).toMatchObject({ path, head: null, fault: expect.stringContaining(fault) });
  });

  it('reads a file that somebody reformatted', () => {
    const { chronicle, chronicles, path } = someProject();
    mkdirSync(`${chronicles}/facts`);
    writeFileSync(path, JSON.stringify(factsOf('a'), null, 2));
    expect(factsPlace(chronicle, 'a').head).toEqual(factsOf('a').head);
  });
});

it.each<[string, (path: string) => void, string]>([
  ['a directory', (path) => mkdirSync(path), 'It is not a regular file.'],
  ['a link', (path) => symlinkSync('elsewhere.json', path), 'symbolic link'],
  ['too large', (path) => writeFileSync(path, ' '.repeat(17 * 1024 * 1024)), 'It is larger than 16 MiB.'],
  ['cut off', (path) => writeFileSync(path, serializeFacts(someFacts()).slice(0, 300)), 'It is not valid JSON.'],
])('readFacts says why a file cannot be used that is %s', (_, make, fault) => {
  const path = `${temporaryDirectory()}/a.json`;
  make(path);
  expect(readFacts(path).fault).toContain(fault);
});
