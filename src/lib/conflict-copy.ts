/** Names that programs give to a second version of a file: `a (conflicted copy).md`, `a.sync-conflict-20260102-….md`. */

const MARKS = [
  // Dropbox, Nextcloud, ownCloud, Synology, pCloud: `a (conflicted copy).md`, `a (Ann's conflicted copy 2026-01-02).md`.
  / ?\([^()]*conflict(?:ed)?(?: copy)?[^()]*\)/i,
  // Syncthing: `a.sync-conflict-20260102-120000-ABCDEFG.md`.
  /\.sync-conflict-[0-9A-Z-]+/i,
  // Nextcloud of old and Unison: `a_conflict-20260102-120000.md`.
  /[_-]conflict-\d{8}-\d{4,6}/i,
];

/** The name of the file that a conflict copy was made of; null for any other file. */
export function copiedName(name: string): string | null {
  const mark = MARKS.find((each) => each.test(name));
  return mark ? name.replace(mark, '') : null;
}
