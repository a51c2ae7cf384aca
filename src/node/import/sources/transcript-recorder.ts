import { harvestedDigests } from '#src/import/harvested-events.ts';
import { readRegularFile } from '#src/node/disk/read-file.ts';
import { placeOf } from '#src/node/session/find.ts';
import { chroniclePlace } from '#src/project/paths.ts';
import type { HarvestRecorder, HarvestTarget } from '../harvester.ts';
import { type ImportRecord, recordDigest, type WrittenSession } from './import-record.ts';

/** Enters what an import of transcripts adds to sessions that have a chronicle in the record of the import. */
export function transcriptRecorder(record: ImportRecord): HarvestRecorder {
  const begin = (
    { sessionId, chronicle }: Pick<HarvestTarget, 'sessionId' | 'chronicle'>,
    written: Pick<WrittenSession, 'digests' | 'events'>,
  ) => {
    const { projectDirectory, fileName } = placeOf(chronicle);
    record.begin([{ sessionId, chronicle: chroniclePlace(projectDirectory, fileName), records: {}, ...written }]);
  };
  return {
    events: (target, text, records) =>
      begin(target, { digests: {}, events: harvestedDigests(text, records, recordDigest) }),
    facts: (target, temporary, isNew) => {
      // Facts that were there are only brought up to date, and cannot be restored.
      if (isNew) begin(target, { digests: { facts: recordDigest(readRegularFile(temporary).text) } });
    },
  };
}
