/* Writes the records of a made-up transcript: derived ids, a clock that only the script moves, the chain of parents. */
import { createHash } from 'node:crypto';

export type TranscriptRecord = Record<string, unknown> & { type: string };

/** What every record of a conversation carries. */
export interface TranscriptFrame {
  sessionId: string;
  cwd: string;
  branch: string;
  model: string;
  entrypoint: 'cli' | 'sdk-cli';
  /** Set in the file of a subagent. */
  agentId?: string;
}

const USAGE = {
  output_tokens_details: { thinking_tokens: 0 },
  server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
  service_tier: 'standard',
  cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
  inference_geo: '',
  iterations: [],
  speed: 'standard',
  fallback_credit: null,
};

/** A block of an answer that is still being collected. */
export interface AnswerBlock {
  content: Record<string, unknown>;
  /** The time at which the block was complete. */
  time: number;
  uuid: string;
}

export class TranscriptWriter {
  readonly records: TranscriptRecord[] = [];
  readonly frame: TranscriptFrame;
  readonly #name: string;
  #time: number;
  #notBefore = 0;
  #serial = 0;
  #parent: string | null = null;
  #context = 14_000;

  constructor(name: string, start: number, frame: TranscriptFrame) {
    this.#name = name;
    this.#time = start;
    this.frame = frame;
  }

  get time(): number {
    return this.#time;
  }

  get parent(): string | null {
    return this.#parent;
  }

  pass(seconds: number): void {
    this.#time = Math.max(this.#time + Math.round(seconds * 1000), this.#notBefore);
  }

  /** Whatever passes next takes until this time at least. */
  waitFor(time: number): void {
    this.#notBefore = time;
  }

  /** A number that is the same in every run: hexadecimal digits, derived from the session's name and a count. */
  digits(length: number): string {
    this.#serial += 1;
    return createHash('sha256').update(`${this.#name} ${this.#serial}`).digest('hex').slice(0, length);
  }

  uuid(): string {
    return asUuid(this.digits(32));
  }

  /** A record outside the conversation: no id, no parent. */
  note(type: string, fields: Record<string, unknown>): void {
    this.records.push({ type, ...fields, sessionId: this.frame.sessionId });
  }

  stamp(): string {
    return new Date(this.#time).toISOString();
  }

  /** A record of the conversation, which becomes the parent of the next. Returns its id. */
  say(type: string, fields: Record<string, unknown>, { uuid = this.uuid(), time = this.#time } = {}): string {
    const { sessionId, cwd, branch, entrypoint, agentId } = this.frame;
    this.records.push({
      parentUuid: this.#parent,
      isSidechain: agentId !== undefined,
      ...(agentId === undefined ? {} : { agentId }),
      type,
      ...fields,
      uuid,
      timestamp: new Date(time).toISOString(),
      userType: 'external',
      entrypoint,
      cwd,
      sessionId,
      version: '2.1.329',
      gitBranch: branch,
    });
    this.#parent = uuid;
    return uuid;
  }

  /** Breaks the chain, as a compaction does. */
  cutChain(): void {
    this.#parent = null;
  }

  /** One record for each block, with one message id and the usage of the whole message on each, as the client writes them. */
  answer(blocks: readonly AnswerBlock[], stop: 'end_turn' | 'tool_use' | null): string {
    const id = `msg_01${this.digits(22)}`;
    const length = JSON.stringify(blocks.map(({ content }) => content)).length;
    this.#context += length >> 2;
    const usage = {
      input_tokens: 4,
      cache_creation_input_tokens: length >> 2,
      cache_read_input_tokens: this.#context,
      output_tokens: Math.max(8, length >> 2),
      ...USAGE,
    };
    const message = { id, type: 'message', role: 'assistant', model: this.frame.model };
    blocks.forEach(({ content, time, uuid }, apiBlockIndex) => {
      const fields = {
        message: { ...message, content: [content], stop_reason: stop, stop_sequence: null, usage, stop_details: null },
        apiBlockIndex,
        requestId: `req_01${id.slice(6)}`,
        requestedModel: this.frame.model,
        madeBy: 'model',
        ...(stop === null ? { isAbortedMidStream: true } : {}),
      };
      this.say('assistant', fields, { uuid, time });
    });
    return id;
  }
}

/** 32 hexadecimal digits as a UUID of version 4. */
function asUuid(digits: string): string {
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20, 32)].join('-');
}

export function sessionIdOf(name: string): string {
  return asUuid(createHash('sha256').update(`session ${name}`).digest('hex').slice(0, 32));
}

export const toText = (records: readonly TranscriptRecord[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
