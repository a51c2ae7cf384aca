/**
 * Requests of our own pages to change drafts and series. Every other page in the owner's browser can send requests to
 * this machine, and a name of its own can lead here too; so a request has to come from a page of this very server, and
 * has to have a form that no foreign page can send without asking first.
 */
import type { IncomingMessage } from 'node:http';

/** Why a request is not granted, as an answer. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** What a draft's or outline's change takes is far less. */
const LARGEST = 64 * 1024;
const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** The object that a request brings, with exactly these fields; throws a Refusal otherwise. */
export async function readEdit(request: IncomingMessage, fields: readonly string[]): Promise<Record<string, unknown>> {
  requireOwnPage(request);
  const body: unknown = parsed(await readBody(request));
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal(400, 'The request is not a JSON object. Nothing was written.');
  const keys = Object.keys(body);
  if (keys.length !== fields.length || !fields.every((field) => Object.hasOwn(body, field)))
    throw new Refusal(
      400,
      `The request has to have the fields ${fields.join(', ')}, and no others. Nothing was written.`,
    );
  return { ...body };
}

/** Everything that tells a page of this server from others, before a byte of the body is read. */
function requireOwnPage({ method, headers, socket }: IncomingMessage): void {
  if (method !== 'POST') throw new Refusal(405, 'Changes are sent with POST. Nothing was written.');
  const host = headers.host ?? '';
  if (!NAMES.some((name) => host === `${name}:${socket.localPort}`))
    throw new Refusal(403, 'Changes are taken at the address of this machine only. Nothing was written.');
  if (headers.origin !== `http://${host}`)
    throw new Refusal(403, 'Changes are taken from pages of this server only. Nothing was written.');
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    throw new Refusal(403, 'Changes are taken from pages of this server only. Nothing was written.');
  if (!/^application\/json(?:; ?charset=utf-8)?$/i.test(headers['content-type'] ?? ''))
    throw new Refusal(415, 'Changes are sent as application/json. Nothing was written.');
}

async function readBody(request: IncomingMessage): Promise<string> {
  const tooLarge = new Refusal(413, 'The request is larger than 64 KiB. Nothing was written.');
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
    throw new Refusal(400, 'The request is not UTF-8 text. Nothing was written.');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The request is not JSON. Nothing was written.');
  }
}
