/**
 * `POST /edit/<name>`: edits from our own pages. Any page in the owner's browser can send requests to this machine, also
 * through a domain of its own (DNS rebinding). So a request must come from a page of this server and have a form that other
 * sites cannot send without a preflight request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';

/** An edit: the fields of its request, and the action, which returns a sentence. */
export interface Action {
  fields: readonly string[];
  run(fields: Record<string, unknown>): Promise<Answer | string> | Answer | string;
}

/** What an action did, in a sentence. */
export interface Answer {
  said: string;
  /** The page to go to next. */
  address?: string;
}

/** Codes of errors caused by the disk, not by the request. */
const DISK = new Set([
  'CHRONICLE_BUSY',
  'CHRONICLE_GONE',
  'CHRONICLE_NOT_A_DIRECTORY',
  'CHRONICLE_NOT_A_FILE',
  'CHRONICLE_OUTSIDE',
  'CHRONICLE_RESTLESS',
]);

/**
 * Answers `POST /edit/<name>` with an `Answer`, or with `{error}`, and passes on other requests. Actions run one after the
 * other, because each reads what the last one wrote.
 */
export function editMiddleware(
  actions: ReadonlyMap<string, Action>,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  let last: Promise<unknown> = Promise.resolve();
  const run = async (request: IncomingMessage, name: string): Promise<Answer> => {
    const action = actions.get(name);
    const fields = await readEdit(request, action?.fields ?? []);
    if (!action) throw new Refusal(404, 'Unknown edit. Nothing was changed.');
    const turn = last.then(() => action.run(fields));
    last = turn.catch(() => {});
    const result = await turn;
    return typeof result === 'string' ? { said: result } : result;
  };
  return (request, response, next) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!/^\/edit(?:\/|$)/.test(path)) return next();
    run(request, path.slice('/edit/'.length)).then(
      (result) => answer(response, 200, result),
      (error) =>
        answer(response, statusOf(error), { error: error instanceof Refusal ? error.message : sentenceOf(error) }),
    );
  };
}

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  return error instanceof ChronicleError && !DISK.has(error.code) ? 400 : 500;
}

function answer(response: ServerResponse, status: number, body: Answer | { error: string }): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    // The rest of a refused body is not read.
    ...(status >= 400 ? { Connection: 'close' } : {}),
  });
  response.end(JSON.stringify(body));
}

/** A refused request, with the status and message of the answer. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Much more than an edit needs. */
const LARGEST = 64 * 1024;
const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** Reads the JSON object of a request. Throws a Refusal unless it has exactly these fields. */
async function readEdit(request: IncomingMessage, fields: readonly string[]): Promise<Record<string, unknown>> {
  requireOwnPage(request);
  const body: unknown = parsed(await readBody(request));
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal(400, 'The request is not a JSON object. Nothing was changed.');
  const keys = Object.keys(body);
  if (keys.length !== fields.length || !fields.every((field) => Object.hasOwn(body, field)))
    throw new Refusal(400, `The request must have exactly these fields: ${fields.join(', ')}. Nothing was changed.`);
  return { ...body };
}

/** Checks that the request comes from a page of this server, before the body is read. */
function requireOwnPage({ method, headers, socket }: IncomingMessage): void {
  if (method !== 'POST') throw new Refusal(405, 'Use POST. Nothing was changed.');
  const host = headers.host ?? '';
  if (!NAMES.some((name) => host === `${name}:${socket.localPort}`))
    throw new Refusal(403, 'Edits are only accepted at a local address. Nothing was changed.');
  if (headers.origin !== `http://${host}`)
    throw new Refusal(403, 'Edits are only accepted from pages of this server. Nothing was changed.');
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    throw new Refusal(403, 'Edits are only accepted from pages of this server. Nothing was changed.');
  if (!/^application\/json(?:; ?charset=utf-8)?$/i.test(headers['content-type'] ?? ''))
    throw new Refusal(415, 'Send application/json. Nothing was changed.');
}

async function readBody(request: IncomingMessage): Promise<string> {
  const tooLarge = new Refusal(413, 'The request is larger than 64 KiB. Nothing was changed.');
  if (Number(request.headers['content-length'] ?? 0) > LARGEST) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST) throw tooLarge;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refusal(400, 'The request is not UTF-8 text. Nothing was changed.');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The request is not JSON. Nothing was changed.');
  }
}
