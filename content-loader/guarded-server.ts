import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Admission, admit, type Offer } from './admission.ts';
import type { GateAnswer, TokenGate } from './token-gate.ts';

/** Names of this machine. Any other name or address in a Host header may belong to a site that points here (DNS rebinding). */
const OWN_HOSTS = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/** The message for a request with another Host header. */
export const FOREIGN_HOST = 'This server only answers requests to 127.0.0.1 and localhost.';

/** Whether a Host header names this machine. */
export function isOwnHost(host: string | undefined): boolean {
  return host !== undefined && OWN_HOSTS.test(host);
}

/** Headers of all answers of our servers. Pages contain their content security policy themselves. */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Adds the headers that all answers have. */
export function secure(response: ServerResponse): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
}

/** The protocols of Vite's sockets. It would leave any other open for ever. */
const SOCKETS = new Set(['vite-hmr', 'vite-ping']);
/** The methods of pages and edits. Astro fails on others, such as TRACE. */
const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * Lets only admitted requests reach the listeners that a server has, and gives all answers their security headers. A middleware
 * would come too late: Vite's fails on some addresses before it calls any, and ends the process.
 */
export function guardServer(server: EventEmitter, offer: Offer, gate?: TokenGate): void {
  const answers = taken(server, 'request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    secure(response);
    const admission = admissionOf(request, offer, gate);
    if ('sentence' in admission) {
      response.writeHead(admission.status, { 'Content-Type': 'text/plain; charset=utf-8', ...admission.headers });
      response.end(`${admission.sentence}\n`);
      return;
    }
    request.url = admission.url;
    // Vite compares it with names in small letters.
    request.headers.host = request.headers.host?.toLowerCase();
    // Vite leaves documents alone; it could take the address of any other page for one of a file.
    if (admission.isPage) request.headers['sec-fetch-dest'] = 'document';
    for (const answer of answers) answer.call(server, request, response);
  });
  const upgrades = taken(server, 'upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node stops listening for errors here. One without a listener would end the process.
    socket.on('error', () => socket.destroy());
    if (upgrades.length > 0 && isSocketOfPages(request) && !gate?.answerTo(request))
      for (const upgrade of upgrades) upgrade.call(server, request, socket, head);
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}

/** Whether a request opens the socket of a page, and comes from our pages or from no page. */
function isSocketOfPages({ url = '', headers }: IncomingMessage): boolean {
  const { host = '', origin, 'sec-websocket-protocol': protocol = '' } = headers;
  if (!isOwnHost(host) || (origin !== undefined && origin !== `http://${host.toLowerCase()}`)) return false;
  return /^\/(?:\?[\w=&%.~-]*)?$/.test(url) && SOCKETS.has(protocol);
}

function admissionOf(request: IncomingMessage, offer: Offer, gate?: TokenGate): Answer {
  const { method = '', url = '', headers } = request;
  if (!isOwnHost(headers.host)) return { status: 403, sentence: FOREIGN_HOST };
  const answer = gate?.answerTo(request);
  if (answer) return answer;
  if (!METHODS.includes(method))
    return { status: 405, sentence: 'Method not allowed.', headers: { Allow: METHODS.join(', ') } };
  const admission = admit(url, offer);
  if (!('sentence' in admission) || admission.url === undefined || !headers.accept?.includes('text/html'))
    return admission;
  return { url: admission.url, isPage: true };
}

function taken(server: EventEmitter, event: 'request' | 'upgrade') {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  return listeners;
}

/** A refusal of a method has status 405. */
type Answer = (Admission & { headers?: never }) | GateAnswer | (Omit<GateAnswer, 'status'> & { status: 405 });
