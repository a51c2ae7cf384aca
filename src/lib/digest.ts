/**
 * Digests in hex, of bytes or of a text in UTF-8. Loading `node:crypto` costs a hook a millisecond: `src/lib/sha1.ts` needs
 * nothing.
 */
import { createHash } from 'node:crypto';

export function sha1Of(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('hex');
}

export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
