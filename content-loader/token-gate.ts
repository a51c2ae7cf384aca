/**
 * The gate of a server on a machine with other users. They can connect to every local port, so each request must have a
 * cookie, which the browser gets once, for the token in the address that the command prints. The token alone is worthless
 * afterwards: it stays in the browser's history.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface TokenGate {
  /** The address of the server with the token, which works once. */
  addressAt(base: string): string;
  /** The answer to a request that may not pass; undefined if it may. */
  answerTo(request: IncomingMessage): GateAnswer | undefined;
}

export interface GateAnswer {
  status: 200 | 303 | 403;
  sentence: string;
  headers: Record<string, string>;
}

const REFUSED: GateAnswer = {
  status: 403,
  sentence:
    'This archive needs a token. Open the address that chronicle printed; it works once, in one browser. Start chronicle again for another.',
  headers: { 'Cache-Control': 'no-store' },
};

/** The answer to a browser that opens the address once more. */
const HOME: GateAnswer = {
  status: 303,
  sentence: 'See /.',
  headers: { Location: '/', 'Cache-Control': 'no-store' },
};

/** A gate with a new token and a new cookie. */
export function tokenGate(): TokenGate {
  let token: string | null = secret();
  const cookie = secret();
  return {
    // Not `token`: Vite's script opens its socket at /?token=…
    addressAt: (base) => (token === null ? base : `${base}?key=${token}`),
    answerTo({ method, url = '', headers, socket }) {
      // Cookies of one host name are shared by all its ports.
      const name = `chronicle-${socket.localPort}`;
      const given = /^\/\?key=([\w-]{1,100})$/.exec(url)?.[1];
      const isKnown = cookiesOf(headers.cookie, name).some((value) => isEqual(value, cookie));
      if (given === undefined) return isKnown ? undefined : REFUSED;
      if (isKnown) return HOME;
      if (method !== 'GET' || token === null || !isEqual(given, token)) return REFUSED;
      token = null;
      return welcomeWith(`${name}=${cookie}; Path=/; HttpOnly; SameSite=Strict`);
    },
  };
}

/**
 * A page that sets a cookie and leads to the overview, so that the token does not stay in the address bar. It is not a
 * redirect: after a click on a link in another site, such as a terminal in the browser, the browser would follow one without
 * the new cookie.
 */
function welcomeWith(cookie: string): GateAnswer {
  return {
    status: 200,
    sentence:
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Archive</title><link rel="icon" href="data:,"><meta http-equiv="refresh" content="0;url=/"><a href="/">Open the archive</a></html>',
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Set-Cookie': cookie, 'Cache-Control': 'no-store' },
  };
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function cookiesOf(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [key, value = ''] = pair.trim().split('=', 2);
    return key === name ? [value] : [];
  });
}

/** Compares in a time that does not depend on what is equal. */
function isEqual(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
