import { createHash } from 'node:crypto';

/** The SHA-1 of a text, in hex. */
export function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
