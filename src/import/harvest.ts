import type { TranscriptPlace } from '../chronicle/provenance.ts';
import { isSessionId } from '../chronicle/session-id.ts';
import type { FactsBody, HarvestedFacts } from '../facts/facts.ts';
import { Excerpts } from '../transcript/excerpts.ts';
import { bestRecords } from '../transcript/found-facts.ts';
import { beginningLines } from './clean-line.ts';
import { FactsReader } from './facts/facts-reader.ts';
import { projectPath } from './facts/file-path.ts';
import { Commits, type ListedCommit, type MissingCommit } from './facts/listed-commits.ts';
import { SLACK } from './facts/moment.ts';
import type { FoundEvent } from './found-event.ts';
import { type HostRecord, type QueueRecord, readHostRecord } from './host-record.ts';
import type { MemoryWrite } from './memory-writes.ts';
import { promptIn, promptOf } from './prompt.ts';
import { PromptQueue, type QueuedPrompt } from './prompt-queue.ts';
import { fieldsOf, readRecord, recordId, type TranscriptRecord, wordOf } from './record.ts';
import { type ReaderOptions, SessionReader } from './session-reader.ts';

/** What the transcripts of one session show. Texts are without secrets only after `withSafeTexts`. */
export interface Harvest {
  id: string;
  facts: HarvestedFacts;
  /** In order of their records. */
  events: FoundEvent[];
  writes: MemoryWrite[];
  /** Commits that only commands tell of: git may list them. */
  missing: readonly MissingCommit[];
}

export interface HarvestOptions extends ReaderOptions {
  /** The root of the session's project; paths inside it become relative. Empty if unknown. */
  project: string;
  /** When a fork began, in milliseconds: older records are copies of its parent's. Null for other sessions. */
  began: number | null;
  /** Commits that git lists for the time of the session. */
  listed?: readonly ListedCommit[];
}

/** Why a record was left out. The words are keys in facts and in reports. */
type Skipped = 'not a record' | 'of another session' | 'without a time';

const MOST_DIFFS = 100;
const LONGEST_DIFF = 2000;

/**
 * Reads the records of one session's transcripts, in order: facts, and the events they state. It keeps no record. Never
 * throws: a bad record is left out and counted.
 */
export class HarvestReader {
  readonly #options: HarvestOptions;
  readonly #commits: Commits;
  readonly #session: SessionReader;
  readonly #facts: FactsReader;
  readonly #queue = new PromptQueue();
  readonly #excerpts = new Excerpts();
  readonly #subagentRecords = new Set<string>();
  readonly #skipped = new Map<Skipped, number>();
  /** The last message: prompts without a record of their own take its directory and branch. */
  #last: TranscriptRecord | null = null;

  constructor(options: HarvestOptions) {
    this.#options = options;
    this.#commits = new Commits(options.listed ?? []);
    this.#session = new SessionReader(options, this.#commits);
    this.#facts = new FactsReader(options, this.#commits);
  }

  /** Reads the next line of a transcript, as parsed. */
  add(value: unknown, place: TranscriptPlace): void {
    const host = readHostRecord(value);
    if (host !== null) {
      if (this.#isOwn(host.sessionId)) this.#host(host, place);
      return;
    }
    const record = readRecord(value);
    if (record === null) {
      if (wordOf(fieldsOf(value).type) === null) this.#skip('not a record');
    } else if (record.isSidechain) this.#subagent(record);
    else if (this.#isOwn(record.sessionId) && !this.#isCopy(record.at)) this.#message(record, place);
  }

  /** Reads the next line of a transcript of one of the session's subagents. */
  addSubagent(value: unknown, _place: TranscriptPlace): void {
    const record = readRecord(value);
    if (record !== null) this.#subagent(record);
    else if (wordOf(fieldsOf(value).type) === null) this.#skip('not a record');
  }

  /** Ends reading. Call it once. */
  end(): Harvest {
    for (const queued of this.#queue.end()) this.#unrecorded(queued);
    const { id, found, writes } = this.#session.end();
    const facts = this.#facts.end(id, (record) => this.#session.hasRead(record));
    const diffs = diffsOf(found, this.#options.project);
    return {
      id,
      facts: {
        ...facts,
        diffs,
        excerpts: this.#excerpts.around(bestRecords(found)),
        skipped: Object.fromEntries(this.#skipped),
      },
      events: found,
      writes,
      missing: this.#commits.missing,
    };
  }

  #host(record: HostRecord, place: TranscriptPlace): void {
    if (record.kind === 'custom-title') this.#facts.titles.rename(record.title);
    else if (record.kind === 'ai-title') this.#facts.titles.named(record.title);
    else if (record.kind === 'summary') this.#facts.titles.summary(record.title, record.leaf);
    else if (this.#isCopy(record.at)) return;
    else if (record.kind === 'queue') this.#queued(record, place);
    else if (record.kind === 'start') {
      this.#facts.layers.start(record.contexts);
      this.#facts.briefings.start(record.contexts);
    } else if (record.kind === 'compaction') this.#facts.compactions.begin(record.trigger);
    else if (record.at !== null || this.#last?.at) {
      const at = record.at ?? this.#last?.at ?? 0;
      this.#facts.pullRequests.link(record.url, { at, prompt: this.#facts.prompt });
    }
  }

  #queued(record: QueueRecord, place: TranscriptPlace): void {
    const text = record.text === null ? null : promptIn([record.text]);
    const isKnown = record.operation === 'enqueue' || record.text === null;
    if (isKnown || text !== null) this.#queue.note({ ...record, text }, place, this.#facts.isWorking);
  }

  #message(record: TranscriptRecord, place: TranscriptPlace): void {
    const prompt = promptOf(record);
    const queued = prompt === null ? null : this.#queue.recorded(prompt, record.isQueued);
    // The attachment with a queued prompt comes before the next answer, but results of calls may come before it.
    if (record.type === 'assistant' || (prompt !== null && !record.isQueued)) this.#flush();
    const at = this.#session.add(record, place);
    if (at === null) {
      if (record.at === null) this.#skip('without a time');
      return;
    }
    this.#last = record;
    const id = recordId(record, this.#options.sha1);
    if (prompt !== null) {
      const isQueued = record.isQueued || (queued?.isMidTurn ?? false);
      const start = { text: prompt, at: queued?.at ?? at, record: id, parent: record.parent };
      this.#facts.begin({ ...start, isQueued, isTurn: !record.isQueued });
    }
    this.#facts.add(record, at, id);
    this.#excerpts.add(
      id,
      prompt !== null ? [prompt] : record.type === 'assistant' ? record.texts : [],
      prompt !== null,
    );
  }

  #flush(): void {
    for (const queued of this.#queue.absorbed()) this.#unrecorded(queued);
  }

  /** A prompt that only the host's records about the queue tell of. */
  #unrecorded({ text, id, at, place, isMidTurn }: QueuedPrompt): void {
    if (text === null || text === '') return;
    const record: TranscriptRecord = {
      ...NO_RECORD,
      cwd: this.#last?.cwd ?? null,
      branch: this.#last?.branch ?? null,
      isHeadless: this.#last?.isHeadless ?? false,
      uuid: id,
      at,
      texts: [text],
    };
    const corrected = this.#session.add(record, place);
    if (corrected === null) return;
    const own = recordId(record, this.#options.sha1);
    this.#facts.begin({ text, at: corrected, record: own, parent: null, isQueued: isMidTurn, isTurn: false });
  }

  #subagent(record: TranscriptRecord): void {
    if (!this.#isOwn(record.sessionId) || this.#isCopy(record.at)) return;
    if (this.#subagentRecords.has(record.uuid)) return;
    if (record.uuid !== '') this.#subagentRecords.add(record.uuid);
    if (record.at === null) this.#skip('without a time');
    else this.#facts.addSubagent(record, record.at, recordId(record, this.#options.sha1));
  }

  /** Whether a record belongs to this session. Records without a session's id do. */
  #isOwn(sessionId: string | null): boolean {
    const isOwn = sessionId === null || sessionId === this.#options.id || !isSessionId(sessionId);
    if (!isOwn) this.#skip('of another session');
    return isOwn;
  }

  #isCopy(at: number | null): boolean {
    const { began } = this.#options;
    return began !== null && at !== null && at < began;
  }

  #skip(reason: Skipped): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }
}

const NO_RECORD: TranscriptRecord = {
  type: 'user',
  uuid: '',
  parent: null,
  sessionId: null,
  at: null,
  cwd: null,
  branch: null,
  isHeadless: false,
  isSidechain: false,
  isHosts: false,
  isSummary: false,
  isQueued: true,
  answer: null,
  texts: [],
  hasPicture: false,
  calls: [],
  results: [],
};

/** The changes behind pivots and errors. Paths inside the project are relative, as they are in the list of files. */
function diffsOf(events: readonly FoundEvent[], project: string): FactsBody['diffs'] {
  return events
    .flatMap(({ diff, origin }) => (diff === undefined ? [] : [{ record: origin.id, ...diff }]))
    .slice(0, MOST_DIFFS)
    .map(({ record, path, lines }) => ({
      record,
      path: projectPath(path, { project, start: project, cwd: project }),
      lines: beginningLines(lines, LONGEST_DIFF + SLACK),
    }));
}
