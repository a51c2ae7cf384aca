import { describe, expect, it } from 'vitest';
import { byPeriod } from '#src/archive/session-periods.ts';
import { sessionTitle } from '#src/chronicle/title.ts';
import { packPart, unpackPart } from '#src/palette/palette-part.ts';
import { sampleArchive } from './sample-names.ts';

describe('packPart', () => {
  const archive = sampleArchive();
  const { sessions } = archive.snapshot;

  it('keeps what the palette shows of every session', () => {
    const periods = byPeriod(sessions);
    expect(periods.map(([period]) => period)).toEqual(['2026-q4-11-15', '2026-q4', '2026-q3']);
    const unpacked = periods.flatMap(([, own]) => unpackPart(JSON.parse(JSON.stringify(packPart(own, archive)))));
    expect(unpacked.map(({ project, name }) => `${project}/${name}`)).toEqual(
      sessions.map(({ project, name }) => `${project.slug}/${name}`),
    );
    for (const [at, session] of sessions.entries()) {
      const { branch, task, date } = session.chronicle.frontMatter;
      expect(unpacked[at]).toMatchObject({ title: sessionTitle(session), branch, task, date });
      expect(unpacked[at]?.files).toEqual(archive.filesOf(session));
      expect(unpacked[at]?.commits.map(({ hash, subject }) => ({ hash, subject }))).toEqual(
        archive.commitsOf(session).map(({ hash, subject }) => ({ hash, subject })),
      );
    }
  });

  it('is bounded for a session with thousands of files and commits', () => {
    const [session] = sessions;
    if (!session) throw new Error('The sample has no session.');
    const files = Array.from({ length: 5000 }, (_, i) => ({ path: `src/${i}.ts`, added: i, removed: 0 }));
    const at = '2026-11-19T10:00:00Z';
    const commits = Array.from({ length: 5000 }, (_, i) => ({ hash: `${i}abc`, subject: 'x'.repeat(300), at }));
    const part = packPart([session], { filesOf: () => files, commitsOf: () => commits });
    expect(JSON.stringify(part).length).toBeLessThan(12_000);
  });
});
