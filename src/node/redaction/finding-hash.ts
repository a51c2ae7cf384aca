import { createHash, randomBytes } from 'node:crypto';

/** The digest that names a finding, of a text that begins with the draft's salt. */
export function findingHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** A salt for the decisions of one draft. */
export function newSalt(): string {
  return randomBytes(16).toString('hex');
}
