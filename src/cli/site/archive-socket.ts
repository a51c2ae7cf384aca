/**
 * The socket through which a server tells its pages that the archive has changed. It only sends: a text to each page when it
 * connects, and to all pages from then on. It is no request that waits for its answer, because a browser keeps only six of
 * those open to one server, and people open more pages.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ARCHIVE_SOCKET } from '#content-loader/guarded-server.ts';

/** RFC 6455 adds this to the key that a browser sends. */
const PROOF = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const KEY = /^[A-Za-z0-9+/]{22}==$/;
/** The first byte of a whole message of text, and the longest text for which the second byte is its length. */
const WHOLE_TEXT = 0x81;
const LONGEST = 125;

export class ArchiveSocket {
  readonly #open = new Set<Duplex>();
  readonly #textNow: () => string;

  /** `textNow` names the state of the archive, in at most 125 bytes. */
  constructor(textNow: () => string) {
    this.#textNow = textNow;
  }

  /** Connects a page. The request was admitted before, and errors of its socket are listened for. */
  accept({ headers }: IncomingMessage, socket: Duplex): void {
    const key = headers['sec-websocket-key'] ?? '';
    if (headers['sec-websocket-protocol'] !== ARCHIVE_SOCKET || !KEY.test(key)) {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const proof = createHash('sha1').update(`${key}${PROOF}`).digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    lines.push(`Sec-WebSocket-Accept: ${proof}`, `Sec-WebSocket-Protocol: ${ARCHIVE_SOCKET}`);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    this.#open.add(socket);
    const end = () => {
      this.#open.delete(socket);
      socket.destroy();
    };
    // Pages send nothing but their goodbye.
    socket.once('data', end).once('end', end).once('close', end);
    socket.write(message(this.#textNow()));
  }

  /** Tells all pages how the archive is now. */
  tell(): void {
    const bytes = message(this.#textNow());
    for (const socket of this.#open) socket.write(bytes);
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
    this.#open.clear();
  }
}

function message(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > LONGEST) throw new Error('The text is too long for one short message.');
  return Buffer.concat([Buffer.from([WHOLE_TEXT, bytes.length]), bytes]);
}
