/** An archive that is opened with what the index knows is the same, whatever has become of either. */
import { chmodSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { probe } from '#src/node/archive/read-source.ts';
import { sampleDirectory } from '#src/node/package-root.ts';
import { openIndex } from '#src/node/recall/index-file.ts';
import { parsedFiles } from '#src/node/recall/parsed-files.ts';
import { indexPath } from '#src/node/recall/schema.ts';
import { layoutOf } from '#src/project/paths.ts';
import { writeArchive } from '#tests/bench/archive-of.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const LATER = 60_000;

function box() {
  const layout = layoutOf(temporaryDirectory());
  const chronicles = writeArchive(layout.config, 5);
  const [name = ''] = readdirSync(chronicles).filter((each) => each.endsWith('.md'));
  const bringUpToDate = () => {
    const index = openIndex(layout, { roots: [layout.projects], now: Date.now() + LATER, whole: true });
    if (typeof index === 'string') throw new Error(index);
    index.close();
  };
  bringUpToDate();
  return { layout, path: join(chronicles, name), bringUpToDate };
}

type Box = ReturnType<typeof box>;

/** What the index knows of a file as it is now. */
function knownContent({ layout, path }: Box) {
  const found = probe(path, Date.now());
  const known = parsedFiles(layout);
  const content = found && known ? known.contentOf(path, found.stamp) : null;
  known?.close();
  return content;
}

function expectSame({ layout }: Pick<Box, 'layout'>, roots = [layout.projects]) {
  const read = openArchive({ roots, origin: 'own', watch: false }).snapshot;
  const known = openArchive({ roots, origin: 'own', known: parsedFiles(layout), watch: false }).snapshot;
  expect({ ...known, changedAt: '' }).toEqual({ ...read, changedAt: '' });
  return known;
}

describe('what the index knows of files', () => {
  it('makes the same archive of the sample', () => {
    const layout = layoutOf(temporaryDirectory());
    const roots = [join(sampleDirectory(), 'projects')];
    const index = openIndex(layout, { roots, now: Date.now() + LATER });
    if (typeof index === 'string') throw new Error(index);
    index.close();
    const { sessions, attention } = expectSame({ layout }, roots);
    expect(sessions.length).toBeGreaterThan(60);
    expect(attention.length).toBeGreaterThan(3);
  });

  it('is what they were parsed into', () => {
    const own = box();
    expect(knownContent(own)).toMatchObject({ problems: [], value: { events: expect.any(Array) } });
    expectSame(own);
  });

  it.each<[string, (path: string) => void]>([
    ['is written again', (path) => writeFileSync(path, 'Something else.\n')],
    ['has another time', (path) => utimesSync(path, 1e9, 1e9)],
    ['may no longer be read', (path) => chmodSync(path, 0o200)],
    ['is gone', (path) => rmSync(path)],
  ])('does not hold for a file that %s', (_, change) => {
    const own = box();
    change(own.path);
    expect(knownContent(own)).toBeNull();
    expectSame(own);
  });

  it('does not contain a file that could not be read', () => {
    const own = box();
    chmodSync(own.path, 0o000);
    own.bringUpToDate();
    // Who may read everything has read it.
    expect(knownContent(own) === null).toBe(process.getuid?.() !== 0);
    expectSame(own);
  });

  it('is forgotten with the file', () => {
    const own = box();
    rmSync(own.path);
    own.bringUpToDate();
    const index = new DatabaseSync(indexPath(own.layout), { readOnly: true });
    const orphans = 'SELECT count(*) AS count FROM parsed WHERE key NOT IN (SELECT key FROM files)';
    expect(index.prepare(orphans).get()).toEqual({ count: 0 });
    index.close();
  });

  it.each<[string, (path: string) => void]>([
    ['is missing', (path) => rmSync(path)],
    ['is no database', (path) => writeFileSync(path, 'no database')],
    ['is cut short', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['is of another version', (path) => inIndex(path, 'PRAGMA user_version = 1')],
    ['has lost a table', (path) => inIndex(path, 'DROP TABLE parsed')],
    ['has damaged content', (path) => inIndex(path, "UPDATE parsed SET content = '{'")],
  ])('is not needed if the index %s', (_, damage) => {
    const own = box();
    damage(indexPath(own.layout));
    expect(expectSame(own).sessions).toHaveLength(5);
  });
});

function inIndex(path: string, sql: string): void {
  const index = new DatabaseSync(path);
  index.exec(sql);
  index.close();
}
