import { sha1Of } from '#src/node/disk/digest.ts';

export { sha1Of };

/** A digest of everything a page shows. */
export function keyOf(shown: unknown): string {
  return sha1Of(JSON.stringify(shown));
}
