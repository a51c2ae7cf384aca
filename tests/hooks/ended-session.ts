/* A session that has ended, whose transcript waits to be read. */
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LabelledSession, labelledSessions } from '#tests/support/labelled-sessions.ts';
import type { Finished } from './bundle-process.ts';
import { filesBelow, type Sandbox, type Surroundings } from './sandbox.ts';

/** One with an accepted plan and a commit. */
const SESSION = 'terraform-drift';

let read: LabelledSession | undefined;
function transcript(): LabelledSession {
  read ??= labelledSessions('development').find(({ name }) => name === SESSION);
  if (!read) throw new Error(`There is no session ${SESSION}.`);
  return read;
}

export class EndedSession {
  readonly box: Sandbox;
  readonly id: string;
  readonly chronicle: string;
  readonly transcript: string;

  constructor(box: Sandbox) {
    const { id, text, cwd, files } = transcript();
    this.box = box;
    this.id = id;
    const [, second = ''] = /"timestamp":"([\dT:-]{19})/.exec(text) ?? [];
    const started = `${second}Z`;
    const date = started.slice(0, 10);
    const head = `date: ${date}\nbranch: main\ntask:\nstarted: ${started}\ncwd: ${cwd}\nutc_offset: +00:00`;
    this.chronicle = box.place(`${date}-main.md`, `---\nsession_id: ${id}\n${head}\n---\n\n## Events\n\n## Summary\n`);
    const folder = join(box.config, 'projects/-elsewhere');
    for (const file of files) put(join(folder, file.file), file.text);
    this.transcript = put(join(folder, `${id}.jsonl`), text);
    // What is written about the transcript depends on it.
    utimesSync(this.transcript, 1_780_000_000, 1_780_000_000);
    put(join(box.state, 'index/by-id', id), `${this.chronicle.split('/').slice(-3).join('/')}\n`);
    this.queue();
  }

  /** Puts the session into the queue, as its end did. */
  queue(): void {
    const entry = {
      transcript: this.transcript,
      source: 'startup',
      since: null,
      queued: '2026-01-01T00:00:00Z',
      attempts: 0,
    };
    put(join(this.box.state, 'index/harvest', this.id), `${JSON.stringify(entry)}\n`);
  }

  get queued(): string[] {
    return filesBelow(join(this.box.state, 'index/harvest')).filter((path) => !path.includes('/.tmp/'));
  }

  get text(): string {
    return readFileSync(this.chronicle, 'utf8');
  }

  /** The facts without the time at which they were written; null if there are none. */
  get facts(): Record<string, unknown> | null {
    const path = this.chronicle.replace(/([^/]*)\.md$/, 'facts/$1.json');
    if (!existsSync(path)) return null;
    const { head, ...body } = JSON.parse(readFileSync(path, 'utf8'));
    return { ...body, head: { ...head, harvested: '' } };
  }

  /** Runs the program that reads transcripts. */
  launch(surroundings: Surroundings = {}) {
    return this.box.launch([], 'ignore', surroundings);
  }

  harvest(surroundings?: Surroundings): Promise<Finished> {
    return this.launch(surroundings).finished;
  }
}

function put(path: string, text: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}
