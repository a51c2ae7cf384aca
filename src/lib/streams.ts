import { writeAll } from './files.ts';
import { printable } from './text/plain.ts';
import { isUtf8 } from 'node:buffer';
import { fstatSync, read } from 'node:fs';
import { ChronicleError, isErrno } from './chronicle-error.ts';

/** The output and exit code of a hook or an agent's command. */
export interface Outcome {
  stdout?: string;
  /** One or two plain sentences. */
  stderr?: string;
  /** 0 by default; 2 tells the host that the hook failed. */
  exitCode?: number;
}

/** Prints the outcome and ends the process. */
export function finish({ stdout, stderr, exitCode }: Outcome): void {
  if (stdout) print(1, stdout);
  if (stderr) print(2, `session-chronicle: ${printable(stderr)}\n`);
  exitWith(exitCode ?? 0);
}

/** Writes without `process.stdout`, which costs as much as the rest of a hook. Ignores a closed pipe and a full disk. */
function print(descriptor: number, text: string): void {
  try {
    writeAll(descriptor, Buffer.from(text));
  } catch {
    // There is nowhere to report it.
  }
}

/** The largest input: a tool payload contains a whole file to be written (bytes). */
const LARGEST = 32 * 1024 * 1024;

/** Whether a read of stdin is pending that was given up. */
let abandoned = false;

/**
 * Reads all of stdin as UTF-8. Throws CHRONICLE_STDIN_OPEN if it is not closed within `patience` ms, CHRONICLE_STDIN_LARGE
 * if it is too large, and CHRONICLE_NOT_UTF8 if it is not UTF-8. A terminal counts as empty.
 */
export async function readStdin(patience: number): Promise<string> {
  if (isEmpty()) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abandoned = true;
      reject(
        new ChronicleError(
          'CHRONICLE_STDIN_OPEN',
          `stdin was not closed within ${patience / 1000} s. Nothing was written.`,
        ),
      );
    }, patience);
  });
  const all = (async () => {
    for await (const chunk of chunksOfStdin()) {
      size += chunk.length;
      if (size > LARGEST)
        throw new ChronicleError('CHRONICLE_STDIN_LARGE', 'stdin is larger than 32 MiB. Nothing was written.');
      chunks.push(chunk);
    }
  })();
  await Promise.race([all, tooLate]).finally(() => clearTimeout(timer));
  return decode(Buffer.concat(chunks));
}

/**
 * Ends the process with this code. Node waits for a pending read of stdin when it exits, so in that case the process is
 * replaced by one that ends at once.
 */
export function exitWith(code: number): void {
  if (!abandoned) process.exitCode = code;
  else if (abandoned && process.execve)
    process.execve(process.execPath, [process.execPath, '-e', `process.exitCode = ${code}`]);
  else process.exit(code);
}

/**
 * Reads the descriptor directly, because `process.stdin` loads Node's network code for the socket that the host passes, a
 * fifth of a hook's cost. Uses the stream where a pending read cannot be given up (before Node 22.15), and for a
 * non-blocking descriptor.
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

/** Whether stdin is closed, a terminal or /dev/null. */
function isEmpty(): boolean {
  try {
    return fstatSync(0).isCharacterDevice();
  } catch {
    return true;
  }
}

function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString().replace(/^\ufeff/, '');
  throw new ChronicleError('CHRONICLE_NOT_UTF8', 'stdin is not UTF-8 text. Nothing was written.');
}
