import { createHash } from 'node:crypto';
import type { Digest } from '#src/chronicle/event-id.ts';

/** The digest of a text in hex, by one of Node's algorithms. */
export function digestBy(algorithm: 'sha1' | 'sha256'): Digest {
  return (text) => createHash(algorithm).update(text).digest('hex');
}
