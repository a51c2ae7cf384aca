import { join } from 'node:path';
import { sessionFacets } from '#src/archive/session-facets.ts';
import { byPeriod } from '#src/archive/session-periods.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { sampleDirectory } from '#src/node/package-root.ts';
import { NameIndex } from '#src/palette/name-index.ts';
import { paletteHead } from '#src/palette/palette-head.ts';
import { packPart } from '#src/palette/palette-part.ts';

/** The sample archive. */
export function sampleArchive() {
  return openArchive({ roots: [join(sampleDirectory(), 'projects')], origin: 'sample', watch: false });
}

/** A session of the sample that cannot be read. */
const UNREAD = {
  date: '2026-10-29',
  branch: 'lar/30-window-dst',
  task: 'LAR-30',
  name: '2026-10-29-lar-30-window-dst',
};

/** The names of the sample's sessions, as a browser reads them. */
export function sampleNames(): NameIndex {
  const archive = sampleArchive();
  const { sessions } = archive.snapshot;
  const project = sessions.find((session) => session.project.slug === 'larder')?.project ?? null;
  const unread = [{ ...UNREAD, project }];
  const head = paletteHead({
    ...{ today: '2026-11-19', sessions, projects: sessionFacets(sessions).projects },
    ...{
      fileParts: new Map(),
      unread,
      rules: [],
      drafts: [['the-disk-that-moved', 'Ready', '/narratives/']],
      pages: [],
    },
  });
  const index = new NameIndex(JSON.parse(JSON.stringify(head)));
  for (const [, own] of byPeriod(sessions)) index.add(JSON.parse(JSON.stringify(packPart(own, archive))));
  return index;
}
