import { digest } from '#src/node/archive/digest.ts';

export { digest };

/** A digest of everything a page shows. */
export function keyOf(shown: unknown): string {
  return digest(JSON.stringify(shown));
}
