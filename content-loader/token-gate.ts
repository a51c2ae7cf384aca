/**
 * The gate of a server on a machine with other users. They can connect to every local port, so each request must have a
 * cookie, which the browser gets for the token in the address that the command prints.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface TokenGate {
  /** The address of the server with the token. */
  addressAt(base: string): string;
  /** The answer to a request that may not pass; undefined if it may. */
  answerTo(request: IncomingMessage): GateAnswer | undefined;
}

export interface GateAnswer {
  status: 200 | 403;
  sentence: string;
  headers: Record<string, string>;
}

const REFUSED: GateAnswer = {
  status: 403,
  sentence: 'This archive needs a token. Open the address that chronicle printed.',
  headers: { 'Cache-Control': 'no-store' },
};

/**
 * A page that sets a cookie and leads to the overview, so that the token does not stay in the address bar. It is not a
 * redirect: after a click on a link in another site, such as a terminal in the browser, the browser would follow one without
 * the new cookie.
 */
const WELCOME =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Archive</title><link rel="icon" href="data:,"><meta http-equiv="refresh" content="0;url=/"><a href="/">Open the archive</a></html>';

/** A gate with a new token. */
export function tokenGate(): TokenGate {
  const token = randomBytes(32).toString('base64url');
  return {
    // Not `token`: Vite's script opens its socket at /?token=…
    addressAt: (base) => `${base}?key=${token}`,
    answerTo({ method, url = '', headers, socket }) {
      // Cookies of one host name are shared by all its ports.
      const name = `chronicle-${socket.localPort}`;
      const [, given] = /^\/\?key=([\w-]{1,100})$/.exec(url) ?? [];
      if (given === undefined)
        return cookiesOf(headers.cookie, name).some((value) => isEqual(value, token)) ? undefined : REFUSED;
      if (method !== 'GET' || !isEqual(given, token)) return REFUSED;
      const cookie = `${name}=${token}; Path=/; HttpOnly; SameSite=Strict`;
      return {
        status: 200,
        sentence: WELCOME,
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Set-Cookie': cookie, 'Cache-Control': 'no-store' },
      };
    },
  };
}

function cookiesOf(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [key, value = ''] = pair.trim().split('=', 2);
    return key === name ? [value] : [];
  });
}

/** Compares in a time that does not depend on what is equal. */
function isEqual(given: string, expected: string): boolean {
  const digestOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digestOf(given), digestOf(expected));
}
