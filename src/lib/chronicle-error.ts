/**
 * An error that ends a command or hook: misuse, or an unusable disk. The message is one or two plain sentences for people
 * and says whether anything was changed. The code is permanent.
 */
export class ChronicleError extends Error {
  override name = 'ChronicleError';
  readonly code: string;

  /** A bundle that another one loads has a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ChronicleError' && 'code' in value;
  }

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether an error is a system error with one of these codes, such as `ENOENT`. */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** The code of any error: a ChronicleError's, a system error's, or CHRONICLE_UNEXPECTED. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'CHRONICLE_UNEXPECTED';
}

/** The error codes of file systems without hard links. */
export const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Any error as a sentence for people: a ChronicleError's message, or a description of the system error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ChronicleError) return error.message;
  if (!(error instanceof Error)) return `Unexpected error: ${String(error)}.`;
  if (!('code' in error)) return `Unexpected error: ${error.message}.`;
  const path = 'path' in error ? `: ${String(error.path)}` : '';
  return `${SYSTEM_WORDS[String(error.code)] ?? `System error ${String(error.code)}`}${path}.`;
}

/** The same without a closing "Nothing was written.", for a report that says what was changed. */
export function causeOf(error: unknown): string {
  return sentenceOf(error).replace(/ (?:Nothing|No \w+) (?:was|were) \w+\.$/, '');
}

const SYSTEM_WORDS: Record<string, string> = {
  EACCES: 'Permission denied',
  EPERM: 'Operation not permitted',
  EROFS: 'The file system is read-only',
  ENOSPC: 'The disk is full',
  ENOENT: 'No such file or directory',
  ENOTDIR: 'A file is in place of a directory',
  EEXIST: 'The file already exists',
  ELOOP: 'A symbolic link is in place of a file',
  EMFILE: 'Too many open files',
  EDQUOT: 'The disk quota is used up',
  EIO: 'The disk failed',
};
