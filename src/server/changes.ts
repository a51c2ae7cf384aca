/**
 * Tells pages of `chronicle dev` that the archive has changed, by Server-Sent Events:
 *
 *     GET /changes    data: <state of the archive>    when a page connects, and whenever the archive changes
 *
 * A page connects while it can be seen (`site/scripts/follow-archive.ts`), since browsers open only six connections to a server.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' };

export class Changes {
  readonly #open = new Set<ServerResponse>();
  readonly #stateNow: () => string;

  /** `stateNow` names the state of the archive in one line. */
  constructor(stateNow: () => string) {
    this.#stateNow = stateNow;
  }

  /** Answers a page of ours; passes other addresses on, and refuses pages of other origins. */
  readonly answer = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const { url, method, headers } = request;
    if (url !== '/changes') {
      next();
      return;
    }
    if (method !== 'GET' || !isOwnPage(headers)) {
      response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Only pages of this server.\n');
      return;
    }
    response.writeHead(200, HEADERS);
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
    response.write(`data: ${this.#stateNow()}\n\n`);
  };

  /** Tells all connected pages how the archive is now. */
  tell(): void {
    for (const response of this.#open) response.write(`data: ${this.#stateNow()}\n\n`);
  }
}

/** Whether a browser asks for a page of this server, or no browser asks. */
function isOwnPage({ host = '', origin, 'sec-fetch-site': site = 'same-origin' }: IncomingMessage['headers']): boolean {
  return site === 'same-origin' && (origin === undefined || origin === `http://${host}`);
}
