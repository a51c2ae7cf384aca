import type { ImportSystem } from '#src/chronicle/import-kinds.ts';
import type { World } from '#src/node/world.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { localDay } from '#src/text/day.ts';
import { grouped } from '#src/value/grouped.ts';
import { knownSessions } from '../known-sessions.ts';
import { transcriptFiles } from '../transcript-files.ts';
import type { Place, Source } from './kind.ts';
import { allKinds } from './kinds.ts';
import { placeOfImports } from './run-import.ts';

/** Something that could be imported, by a kind of the table or as transcripts. */
export type Found = Omit<Source, 'kind'> & { kind: ImportSystem | 'transcripts' };

/** Everything that could be imported on this machine. Only reads, and never throws because of what it finds. */
export async function findSources(world: World): Promise<Found[]> {
  const place = placeOfImports(world);
  const found: Found[] = transcripts(place);
  for (const kind of await allKinds()) {
    try {
      found.push(...(await kind.find(place)));
    } catch (error) {
      found.push({ ...EMPTY, kind: kind.name, path: '', problem: sentenceOf(error) });
    }
  }
  return found;
}

const EMPTY = { counts: {}, days: null, remarks: [], problem: null };

function transcripts({ world, layout }: Place): Found[] {
  const { files } = transcriptFiles(layout);
  if (files.length === 0) return [];
  const known = knownSessions(layout, [], world);
  const days = files.map(({ writtenMs }) => localDay(new Date(writtenMs).toISOString())).sort();
  const without = files.filter(({ stem }) => !known.hasChronicle(stem)).length;
  return [
    {
      ...EMPTY,
      kind: 'transcripts',
      path: `${layout.projects}/*/*.jsonl`,
      counts: { transcripts: files.length },
      remarks: [`${grouped(without)} of them have no chronicle yet.`],
      days: { from: days[0] ?? '', to: days.at(-1) ?? '' },
    },
  ];
}
