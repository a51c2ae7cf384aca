import { describe, expect, it } from 'vitest';
import { parseQuery } from '#src/index/parse-query.ts';
import { NAMED_KINDS } from '#src/index/record.ts';
import { NameIndex } from '#src/palette/name-index.ts';
import { packNames } from '#src/palette/name-part.ts';
import { remarkOn } from '#src/palette/name-words.ts';
import { namesForQuery } from '#src/palette/names-for-query.ts';
import { packPart } from '#src/palette/palette-part.ts';
import { sampleArchive, sampleNames } from './sample-names.ts';

describe('packNames', () => {
  it('says of each name what its sessions say', () => {
    const whole = sampleNames();
    const archive = sampleArchive();
    const index = new NameIndex(whole.head);
    // Two parts, so that names in both are added up.
    const { sessions } = archive.snapshot;
    const half = Math.floor(sessions.length / 2);
    for (const own of [sessions.slice(0, half), sessions.slice(half)])
      index.addSums(JSON.parse(JSON.stringify(packNames(packPart(own, archive)))));
    expect(index.file.length).toBeGreaterThan(100);
    for (const kind of NAMED_KINDS) {
      const said = (from: NameIndex) =>
        from[kind].map((name) => [
          name.name,
          name.folded,
          name.more,
          name.project,
          name.date,
          remarkOn(name, from, null),
        ]);
      expect([kind, said(index)]).toEqual([kind, said(whole)]);
    }
    const { query } = parseQuery('clock');
    const found = (from: NameIndex) => namesForQuery(from, query).found.map(({ kind, name }) => `${kind} ${name.name}`);
    expect(found(index)).toEqual(found(whole));
  });

  it('is much smaller than the part of the palette', () => {
    const archive = sampleArchive();
    const part = packPart(archive.snapshot.sessions, archive);
    expect(JSON.stringify(packNames(part)).length).toBeLessThan(JSON.stringify(part).length * 0.7);
  });
});
