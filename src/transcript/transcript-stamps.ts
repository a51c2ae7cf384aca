import { type FactsHead, transcriptSchema } from '#src/transcript/facts.ts';
import type { TranscriptFile } from './transcript-files.ts';

/** What facts say about transcripts: only of those with names such as Claude Code gives. */
export function stampsOf(files: readonly TranscriptFile[]): FactsHead['transcripts'] {
  return files
    .map(({ stem, folder, size, writtenMs }) => ({ file: `${stem}.jsonl`, folder, size, writtenMs }))
    .filter((stamp) => transcriptSchema.safeParse(stamp).success);
}
