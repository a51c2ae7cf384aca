import type { Lookup } from './lookup.ts';
import { missesByMemory } from './lookup.ts';
import { capitalised } from '../lib/spelled.ts';
import { mistakeOf, mistakesOf, newMisses, type OwnMisses } from './own-misses.ts';

/**
 * What `chronicle log MEMORY-MISS` in the checkout `root`, which the lookup is of, adds if the mistake was made before: how often, and in which session last. Null for a
 * first miss. Contains only names and counts, since the text of an earlier miss may come from the web.
 */
export function missRemark(
  lookup: Lookup,
  own: OwnMisses,
  { id, root, now }: { id: string; root: string; now: Date },
): string | null {
  const index = own.misses.findIndex((miss) => miss.id === id);
  const upTo = (end: number) => newMisses(lookup, { ...own, misses: own.misses.slice(0, end) }, { root, now });
  const noted = upTo(index + 1);
  const miss = noted.pop();
  if (index === -1 || miss?.event !== `${own.sessionId}#${id}`) return null;
  const known = { ...lookup, noted: [...lookup.noted, ...noted] };
  const before = miss.file === null ? 0 : (missesByMemory(known).get(miss.file)?.count ?? 0);
  if (before > 0 && miss.file !== null && isPlainName(miss.file)) {
    return `${capitalised(ordinal(before + 1))} miss that ${miss.file} should have prevented.`;
  }
  const mistake = mistakeOf(mistakesOf(known), miss);
  if (!mistake) return null;
  const [session] = mistake.last.split('#');
  return `This is the ${ordinal(mistake.count + 1)} miss of its kind; the last was ${mistake.last}. To see it: chronicle show ${session}`;
}

const FIRST = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

function ordinal(n: number): string {
  const isTeen = n % 100 > 10 && n % 100 < 14;
  return FIRST[n] ?? n + ((!isTeen && ['th', 'st', 'nd', 'rd'][n % 10]) || 'th');
}

/** Whether a file name is safe in a sentence, with no blanks or marks that could carry a message. */
function isPlainName(file: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.md$/.test(file);
}
