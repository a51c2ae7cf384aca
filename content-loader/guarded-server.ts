import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Admission, admit, type Offer } from './admission.ts';
import { FOREIGN_HOST, isOwnHost } from './own-host.ts';
import type { GateAnswer, TokenGate } from './token-gate.ts';

/** Headers of refusals. */
const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Lets only admitted requests reach the listeners that a server has. A middleware would come too late: Vite's fails on
 * some addresses before it calls any, and ends the process.
 */
export function guardServer(server: EventEmitter, offer: Offer, gate?: TokenGate): void {
  const answers = taken(server, 'request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const admission = admissionOf(request, offer, gate);
    if ('sentence' in admission) {
      response.writeHead(admission.status, { ...HEADERS, ...admission.headers });
      response.end(`${admission.sentence}\n`);
      return;
    }
    request.url = admission.url;
    // Vite leaves documents alone; it could take the address of any other page for one of a file.
    if (admission.isPage) request.headers['sec-fetch-dest'] = 'document';
    for (const answer of answers) answer.call(server, request, response);
  });
  const upgrades = taken(server, 'upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const mayPass = isOwnHost(request.headers.host) && !gate?.answerTo(request);
    if (mayPass && /^\/(?:\?[\w=&%.~-]*)?$/.test(request.url ?? ''))
      for (const upgrade of upgrades) upgrade.call(server, request, socket, head);
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}

function admissionOf(request: IncomingMessage, offer: Offer, gate?: TokenGate): Answer {
  const { url = '', headers } = request;
  if (!isOwnHost(headers.host)) return { status: 403, sentence: FOREIGN_HOST };
  const answer = gate?.answerTo(request);
  if (answer) return answer;
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

type Answer = (Admission & { headers?: never }) | GateAnswer;
