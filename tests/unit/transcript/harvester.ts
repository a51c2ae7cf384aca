import { createHash } from 'node:crypto';
import { type Harvest, type HarvestOptions, SessionReducer } from '#src/transcript/reduce.ts';
import { scriptedTranscript } from '#tests/support/scripted-transcript.ts';
import { parseSessionScript } from '#tests/support/session-script.ts';
import { CWD, NOW, PROJECTS } from '../import/transcript.ts';

const ID = 'session-1';
const digest = (name: string) => (text: string) => createHash(name).update(text).digest('hex');

/** A reader for one session of a made-up project. */
export function reader(options: Partial<HarvestOptions> = {}): SessionReducer {
  const sha = { sha1: digest('sha1'), sha256: digest('sha256') };
  return SessionReducer.full({
    id: ID,
    project: CWD,
    projects: PROJECTS,
    began: null,
    now: NOW * 2,
    ...sha,
    ...options,
  });
}

/** What the records of one transcript show. */
export function harvestOf(records: readonly unknown[], options: Partial<HarvestOptions> = {}): Harvest {
  const harvester = reader(options);
  for (const [index, record] of records.entries()) harvester.add(record, { file: `${ID}.jsonl`, line: index + 1 });
  return harvester.end();
}

/** What a session shows that a script describes: YAML of its steps. */
export function harvestOfScript(yaml: string): Harvest {
  const script = parseSessionScript(yaml, 'a-session');
  const { id, records, subagents } = scriptedTranscript(script);
  const harvester = reader({ id, project: script.project });
  for (const [index, record] of records.entries()) harvester.add(record, { file: `${id}.jsonl`, line: index + 1 });
  for (const { file, text } of subagents)
    for (const [index, line] of text.split('\n').entries())
      if (line !== '') harvester.addSubagent(JSON.parse(line), { file, line: index + 1 });
  return harvester.end();
}
