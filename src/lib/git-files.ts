/** The branch in `.git/HEAD`; null if no branch is checked out or the file does not name it. */
export function branchOfHead(head: string): string | null {
  const name = /^ref: refs\/heads\/(.+?)\s*$/.exec(head)?.[1];
  // A repository with reftables keeps this placeholder in HEAD and the branch elsewhere.
  return name === undefined || name === '.invalid' ? null : name;
}

/** Whether HEAD is a placeholder, so that only git itself knows the branch (git's reftable format). */
export function isReftableHead(head: string): boolean {
  return /^ref: refs\/heads\/\.invalid\s*$/.test(head);
}

/** The path in a `.git` file (`gitdir: …`), or null if it has none. */
export function gitdirOf(file: string): string | null {
  return /^gitdir: (.+?)\s*$/.exec(file)?.[1] ?? null;
}
