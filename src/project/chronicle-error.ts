/**
 * Something that ends a command or hook: misuse, or a disk that cannot be used. The message is
 * one plain sentence or two for people, and says what state things are in; the code is permanent.
 */
export class ChronicleError extends Error {
  override name = 'ChronicleError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether an unknown error is Node's error with one of these codes, such as `ENOENT`. */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** What a file system without hard links answers to a link. */
export const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Any error as a sentence for people: a ChronicleError's own, or the system's words for what failed. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ChronicleError) return error.message;
  if (!(error instanceof Error)) return `Something unexpected was thrown: ${String(error)}.`;
  if (!('code' in error)) return `An unexpected error: ${error.message}.`;
  const path = 'path' in error ? ` at ${String(error.path)}` : '';
  return `${SYSTEM_WORDS[String(error.code)] ?? `The system refused (${String(error.code)})`}${path}.`;
}

/** The same without a closing "Nothing was written.", for a report that says itself what was changed. */
export function causeOf(error: unknown): string {
  return sentenceOf(error).replace(/ (?:Nothing|No \w+) (?:was|were) \w+\.$/, '');
}

const SYSTEM_WORDS: Record<string, string> = {
  EACCES: 'Permission was denied',
  EPERM: 'The operation is not permitted',
  EROFS: 'The file system is read-only',
  ENOSPC: 'The disk is full',
  ENOENT: 'There is no such file or directory',
  ENOTDIR: 'A file stands where a directory is needed',
  EEXIST: 'Something else already stands there',
  ELOOP: 'There is a symbolic link where a real file is needed',
  EMFILE: 'Too many files are open',
  EDQUOT: 'The disk quota is used up',
  EIO: 'The disk failed',
};
