/** The longest slug: a chronicle's name has up to about 100 characters, a file name may have 255 bytes. */
const LONGEST = 120;

/**
 * A name as part of a URL and of a path in the built site: `Tide mark!` is `Tide-mark`.
 * Only `A-Za-z0-9._-` remain and neither end is a dot or dash, so that no name can leave its directory, hide a file or
 * look like an option. If nothing remains, returns `fallback`. A name that Windows keeps for a device, such as `nul.txt`,
 * gets `fallback` in front.
 */
export function slugOf(name: string, fallback: string, longest = LONGEST): string {
  const slug = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, longest)
    .replace(/^[-.]+|[-.]+$/g, '');
  if (isDeviceName(slug)) return `${fallback}-${slug}`;
  return slug || fallback;
}

/** Names of devices on Windows, also with an ending: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Whether Windows keeps a name for a device. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}

const OWN = /^[a-z0-9][a-z0-9._-]{0,79}$/i;

/** Whether a text is a valid name for an owner's file or directory, such as a draft: a slug of at most 80 characters. */
export function isOwnSlug(text: string): boolean {
  return OWN.test(text);
}

/**
 * Finds a free name and adds it to `taken`: `preferred`, or else `preferred-<hex digits>` with 4 or more digits of one of the
 * `digests`. Ignores case, as some file systems do.
 */
export function uniqueName(preferred: string, taken: Set<string>, digests: () => readonly string[]): string {
  if (take(preferred, taken)) return preferred;
  const suffixes = digests();
  for (const length of [4, 8, 40]) {
    for (const digest of suffixes) {
      const name = `${preferred}-${digest.slice(0, length)}`;
      if (take(name, taken)) return name;
    }
  }
  for (let n = 2; ; n++) if (take(`${preferred}-${n}`, taken)) return `${preferred}-${n}`;
}

function take(name: string, taken: Set<string>): boolean {
  const before = taken.size;
  return taken.add(name.toLowerCase()).size > before;
}
