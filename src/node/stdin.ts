import { isUtf8 } from 'node:buffer';
import { fstatSync, read } from 'node:fs';
import { ChronicleError, isErrno } from '../project/chronicle-error.ts';

/** A Write of a large file arrives whole in a tool's payload; beyond this nobody of ours is meant (bytes). */
const LARGEST = 32 * 1024 * 1024;

/** True while a read of stdin is under way that nobody waits for any more. */
let abandoned = false;

/**
 * All of stdin as UTF-8. Refuses a stdin that is not closed within `patience` ms
 * (CHRONICLE_STDIN_OPEN), too much of it (CHRONICLE_STDIN_LARGE) and bytes that are no text
 * (CHRONICLE_NOT_UTF8). A terminal counts as empty, since nobody is going to type there.
 */
export async function readStdin(patience: number): Promise<string> {
  if (isEmpty()) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => {
      abandoned = true;
      reject(
        new ChronicleError(
          'CHRONICLE_STDIN_OPEN',
          `Nothing ended stdin for ${patience / 1000} s. Nothing was written.`,
        ),
      );
    }, patience);
  });
  const all = (async () => {
    for await (const chunk of chunksOfStdin()) {
      size += chunk.length;
      if (size > LARGEST)
        throw new ChronicleError('CHRONICLE_STDIN_LARGE', 'There is too much on stdin. Nothing was written.');
      chunks.push(chunk);
    }
  })();
  await Promise.race([all, tooLate]).finally(() => clearTimeout(late));
  return decode(Buffer.concat(chunks));
}

/**
 * Ends the process with this code, also while a read of stdin cannot be called back: Node waits
 * for such a read when it exits, so the process is replaced by one that ends at once.
 */
export function exitWith(code: number): void {
  if (!abandoned) process.exitCode = code;
  else if (process.execve) process.execve(process.execPath, [process.execPath, '-e', `process.exitCode = ${code}`]);
  else process.exit(code);
}

/**
 * Reads the descriptor itself, because `process.stdin` loads Node's network code for the socket that
 * the host passes, a fifth of what a hook costs. Where such a read could not be given up (before
 * Node 22.15), or the descriptor does not wait for data, the stream it is.
 */
async function* chunksOfStdin(): AsyncGenerator<Buffer> {
  if (process.execve) {
    try {
      yield* chunksOfDescriptor();
      return;
    } catch (error) {
      if (!isErrno(error, 'EAGAIN')) throw error;
    }
  }
  yield* process.stdin;
}

async function* chunksOfDescriptor(): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const length = await new Promise<number>((resolve, reject) => {
      read(0, chunk, 0, chunk.length, null, (error, count) => (error ? reject(error) : resolve(count)));
    });
    if (length === 0) return;
    yield chunk.subarray(0, length);
  }
}

/** A closed descriptor, a terminal and /dev/null have nothing to read. */
function isEmpty(): boolean {
  try {
    return fstatSync(0).isCharacterDevice();
  } catch {
    return true;
  }
}

function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString().replace(/^\ufeff/, '');
  throw new ChronicleError('CHRONICLE_NOT_UTF8', 'The text on stdin is not UTF-8. Nothing was written.');
}
