/**
 * Digests in hex, of bytes or of a text in UTF-8. Loading `node:crypto` costs a hook one to three milliseconds: bundles do so
 * when it is first needed (scripts/bundle.ts).
 */
import * as crypto from 'node:crypto';

export function sha1Of(content: string | Uint8Array): string {
  return digestOf('sha1', content);
}

export function sha256Of(content: string | Uint8Array): string {
  return digestOf('sha256', content);
}

/** `crypto.hash` is four times as fast for a line, and came with Node 20.12. */
function digestOf(algorithm: 'sha1' | 'sha256', content: string | Uint8Array): string {
  const { hash } = crypto as Partial<typeof crypto>;
  return hash ? hash(algorithm, content) : crypto.createHash(algorithm).update(content).digest('hex');
}
