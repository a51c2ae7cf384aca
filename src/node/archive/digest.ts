import { createHash } from 'node:crypto';

/** SHA-1 by the system. */
export function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
