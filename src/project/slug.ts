/** Names are cut here: a chronicle's stem has up to about 100 characters, a file name may have 255 bytes. */
const LONGEST = 120;

/**
 * A name as part of a URL and of a path in the built site: `Tide mark!` is `Tide-mark`.
 * Nothing but `A-Za-z0-9._-` is left and neither end is a dot or dash, so that no name can
 * leave its directory, hide a file or look like an option. Falls back to `fallback`.
 */
export function slugOf(name: string, fallback: string): string {
  const slug = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^[-.]+|[-.]+$/g, '');
  return slug || fallback;
}

const OWN = /^[a-z0-9][a-z0-9._-]{0,79}$/i;

/** Whether a text may name a file or directory of the owner's, such as a draft: a slug of at most 80 characters. */
export function isOwnSlug(text: string): boolean {
  return OWN.test(text);
}

/**
 * The first of `wanted`, then `wanted-<4 hex digits>` for each of `digests`, then longer ones, that
 * `taken` does not hold; it is added to `taken`. Case does not tell two names apart, because
 * it does not on every file system the site is built on.
 */
export function uniqueName(wanted: string, taken: Set<string>, digests: () => readonly string[]): string {
  if (take(wanted, taken)) return wanted;
  const suffixes = digests();
  for (const length of [4, 8, 40]) {
    for (const digest of suffixes) {
      const name = `${wanted}-${digest.slice(0, length)}`;
      if (take(name, taken)) return name;
    }
  }
  for (let n = 2; ; n++) if (take(`${wanted}-${n}`, taken)) return `${wanted}-${n}`;
}

function take(name: string, taken: Set<string>): boolean {
  const before = taken.size;
  return taken.add(name.toLowerCase()).size > before;
}
