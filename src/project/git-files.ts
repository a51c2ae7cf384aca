/** What `.git/HEAD` says, read as text: a branch name, or null when no branch is checked out or the file does not tell. */
export function branchOfHead(head: string): string | null {
  const name = /^ref: refs\/heads\/(.+?)\s*$/.exec(head)?.[1];
  // A repository with reftables keeps this placeholder in HEAD and the branch elsewhere.
  return name === undefined || name === '.invalid' ? null : name;
}

/** Whether HEAD is a placeholder and only git itself can name the branch (git's reftable format). */
export function isReftableHead(head: string): boolean {
  return /^ref: refs\/heads\/\.invalid\s*$/.test(head);
}

/** The path a `.git` file points to (`gitdir: …`), or null if it is none. */
export function gitdirOf(file: string): string | null {
  return /^gitdir: (.+?)\s*$/.exec(file)?.[1] ?? null;
}
