/** Names of this machine. Any other name or address in a Host header may belong to a site that points here (DNS rebinding). */
const OWN_HOSTS = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/** The message for a request with another Host header. */
export const FOREIGN_HOST = 'This server only answers requests to 127.0.0.1 and localhost.';
/** The message for a request with a malformed address. */
export const MALFORMED_ADDRESS = 'Invalid address: it is not a path, or contains an incomplete % escape.';

/** Whether a Host header names this machine. */
export function isOwnHost(host: string | undefined): boolean {
  return host !== undefined && OWN_HOSTS.test(host);
}
