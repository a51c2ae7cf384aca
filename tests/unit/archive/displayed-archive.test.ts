import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDisplayedArchive } from '#src/archive/archive.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, namesOf, put, TIDEMARK, until } from './archive-directory.ts';

function directories() {
  const base = temporaryDirectory();
  put(base, 'sample/-home-robin-larder/chronicle/s.md', chronicleText({ id: 's', cwd: '/home/robin/larder' }));
  return { own: join(base, 'own'), sample: join(base, 'sample') };
}

function show({ own, sample }: { own: string; sample: string }) {
  const archive = openDisplayedArchive({ own: { roots: [own] }, sample: { roots: [sample] }, watch: true });
  onTestFinished(() => archive.close());
  return archive;
}

describe('openDisplayedArchive', () => {
  it("shows the owner's archive if it has a chronicle", () => {
    const places = directories();
    put(places.own, `${TIDEMARK}/chronicle/a.md`, chronicleText());
    expect(show(places).snapshot).toMatchObject({ origin: 'own', roots: [places.own], sessions: [{ name: 'a' }] });
  });

  it("shows the owner's archive if all it has is broken", () => {
    const places = directories();
    put(places.own, `${TIDEMARK}/chronicle/a.md`, 'broken');
    expect(show(places).snapshot).toMatchObject({ origin: 'own', sessions: [], attention: [{}] });
  });

  it("shows the sample until the owner's first chronicle appears", async () => {
    const places = directories();
    const archive = show(places);
    expect(archive.snapshot).toMatchObject({ origin: 'sample', roots: [places.sample], sessions: [{ name: 's' }] });
    put(places.own, `${TIDEMARK}/chronicle/a.md`, chronicleText());
    const snapshot = await until(archive, ({ origin }) => origin === 'own');
    expect(snapshot.version).toBeGreaterThan(0);
    expect(namesOf(snapshot)).toEqual(['tidemark/a']);
    put(places.sample, '-home-robin-larder/chronicle/t.md', chronicleText({ id: 't', cwd: '/home/robin/larder' }));
    put(places.own, `${TIDEMARK}/chronicle/b.md`, chronicleText({ id: 'b' }));
    const both = await until(archive, ({ sessions }) => sessions.length === 2);
    expect(namesOf(both).sort()).toEqual(['tidemark/a', 'tidemark/b']);
  });
});
