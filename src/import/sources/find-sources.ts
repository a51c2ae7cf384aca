import type { ImportSystem } from '#src/format/import-kinds.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import type { World } from '#src/lib/world.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { localDay, localMinute } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { knownSessions } from '#src/transcript/known-sessions.ts';
import { transcriptFiles } from '#src/transcript/transcript-files.ts';
import { type ImportRun, importRuns } from '#src/transcript/import-record.ts';
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
  return withEarlier(found, importRuns(place.layout));
}

/** Sources with a remark on when they were imported last. */
function withEarlier(found: readonly Found[], runs: readonly ImportRun[]): Found[] {
  return found.map((source) => {
    const isOfSource = ({ kind, from, undone }: ImportRun) =>
      kind === source.kind && undone === null && from.split(', ').includes(source.path);
    const last = runs.findLast(isOfSource);
    if (!last) return source;
    const remark = `Imported before, last on ${localMinute(last.at)} (${last.id}). Another run adds only what is new.`;
    return { ...source, remarks: [...source.remarks, remark] };
  });
}

const EMPTY = { counts: {}, days: null, remarks: [], problem: null };

function transcripts({ world, layout }: Place): Found[] {
  const { files } = transcriptFiles(layout);
  if (files.length === 0) return [];
  const known = knownSessions(layout, [], world);
  const days = files.map(({ writtenMs }) => localDay(new Date(writtenMs).toISOString())).sort();
  const forgotten = forgottenSessions(layout);
  const without = files.filter(({ stem }) => !known.hasChronicle(stem) && !forgotten.has(stem)).length;
  return [
    {
      ...EMPTY,
      kind: 'transcripts',
      path: `${layout.projects}/*/*.jsonl`,
      counts: { transcripts: files.length },
      remarks: [`${grouped(without)} of them ${without === 1 ? 'has' : 'have'} no chronicle yet.`],
      days: { from: days[0] ?? '', to: days.at(-1) ?? '' },
    },
  ];
}
