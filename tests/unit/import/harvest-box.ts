import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseChronicle } from '#src/format/parse.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { foundIn } from '#src/format/event-source.ts';
import { readFacts } from '#src/transcript/facts-file.ts';
import { type FactsUpdate, type UpdateRequest, updateFacts } from '#src/import/facts-reader.ts';
import type { Env } from '#src/lib/env.ts';
import { type Paths, pathsOf } from '#src/lib/paths.ts';
import { withFound } from '#src/transcript/with-found.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { Transcript } from './transcript.ts';

export const FOLDER = '-home-robin-code-tidemark';

/** What a chronicle is made of. */
interface Written {
  /** The lines under "## Events". */
  events?: string;
  /** More lines of front matter. */
  front?: string;
  started?: string;
  summary?: string;
  name?: string;
}

/** A configuration directory with chronicles and transcripts of one project, and harvests of its sessions. */
export class HarvestBox {
  readonly config: string;
  readonly paths: Paths;
  readonly folder: string;
  readonly chronicles: string;
  env: Env;

  constructor(config = temporaryDirectory('harvest')) {
    this.config = config;
    this.paths = pathsOf(config);
    this.folder = join(config, 'projects', FOLDER);
    this.chronicles = join(this.folder, 'chronicle');
    const now = () => new Date('2026-03-25T12:00:00Z');
    this.env = { variables: {}, home: config, cwd: '/', host: 'here', parentPid: 1, now };
    mkdirSync(this.chronicles, { recursive: true });
  }

  /** Writes the chronicle of a session that began at 14:00 local time; returns its path. */
  chronicle(
    id: string,
    { events = '', front = '', started = '2026-03-24T13:00:00Z', summary = '', name }: Written = {},
  ) {
    const path = join(this.chronicles, `${name ?? `2026-03-24-${id}`}.md`);
    const head = `---\nsession_id: ${id}\ndate: 2026-03-24\nbranch: main\ntask:\nstarted: ${started}\nutc_offset: +01:00\n${front}---\n`;
    writeFileSync(path, `${head}\n## Events\n\n${events === '' ? '' : `${events}\n`}## Summary\n${summary}`);
    return path;
  }

  /** Writes a session's transcript; returns its path. Its records begin at 14:00:00 local time, one a second. */
  transcript(id: string, transcript: Transcript, { folder = this.folder, name = id, at = 1e9 } = {}): string {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name}.jsonl`);
    const records = transcript.records.map((record) => ({
      ...record,
      uuid: String(record.uuid).replace(/^record/, id),
      sessionId: record.sessionId === 'session-1' ? id : record.sessionId,
    }));
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    utimesSync(path, at, at);
    return path;
  }

  settings(settings: object): void {
    mkdirSync(this.paths.state, { recursive: true });
    writeFileSync(this.paths.settings, JSON.stringify(settings));
  }

  /** Marks a session as running in this process. */
  runs(id: string, pid = process.pid): void {
    mkdirSync(this.paths.live, { recursive: true });
    writeFileSync(join(this.paths.live, id), JSON.stringify({ pid, host: 'here', since: '' }));
  }

  harvest(sessionId: string, request: Partial<UpdateRequest> = {}): Promise<FactsUpdate> {
    return updateFacts(this.env, this.paths, { sessionId, transcript: null, ...request });
  }

  /** A session's chronicle. */
  text(id: string): string {
    return readFileSync(join(this.chronicles, `2026-03-24-${id}.md`), 'utf8');
  }

  /** The events that a session shows: of those that were found the record, since their words are not the point here. */
  events(id: string): string[] {
    const { chronicle } = parseChronicle(this.text(id));
    const { facts } = readFacts(this.factsPath(id));
    const { events } = chronicle ? withFound(chronicle, facts) : { events: [] };
    return events.map((event) => `${event.time} [${event.tag}] ${foundIn(event)?.record ?? event.text}`);
  }

  factsPath(id: string): string {
    return join(this.chronicles, 'facts', `2026-03-24-${id}.json`);
  }

  facts(id: string): Facts {
    const { facts, fault } = readFacts(this.factsPath(id));
    if (facts) return facts;
    throw new Error(fault ?? 'There are no facts.');
  }

  hasFacts(id: string): boolean {
    return existsSync(this.factsPath(id));
  }

  /** What is left in the work directory of the chronicles. */
  leftovers(): string[] {
    return existsSync(join(this.chronicles, '.tmp')) ? readdirSync(join(this.chronicles, '.tmp')) : [];
  }
}

/** A commit whose message says why. */
export function commits(transcript: Transcript, subject: string, body: string, hash = 'a1b2c3d'): Transcript {
  const command = `git commit -m "${subject}" -m "${body}"`;
  return transcript.call('Bash', { command }, `[main ${hash}] ${subject}\n 1 file changed, 2 insertions(+)`);
}

/** A session with a prompt, a commit that says why, an edit and an answer. */
export function aSession(): Transcript {
  const begun = new Transcript().prompt('Fix the clock of the timer tests').edits('src/clock.ts', 'a', 'b');
  return commits(
    begun,
    'fix: share no clock between tests',
    'Both tests froze the same clock, so one of them hung.',
  ).answers('The tests no longer share a clock.');
}

/** A box with the chronicle and the transcript of session `one`. */
export function sessionBox(written: Written = {}, transcript = aSession()): HarvestBox {
  const box = new HarvestBox();
  box.chronicle('one', written);
  box.transcript('one', transcript);
  return box;
}

/** The same, once its transcript was read. */
export async function readBox(written: Written = {}, transcript = aSession()): Promise<HarvestBox> {
  const box = sessionBox(written, transcript);
  await box.harvest('one');
  return box;
}
