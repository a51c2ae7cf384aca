import { closeSync, fstatSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { appendWhole, flushDirectory } from '#src/lib/files.ts';
import { type LedgerLine, parseLedger } from '#src/memory/ledger/ledger.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import { APPEND_OR_CREATE } from '../lib/open-flags.ts';
import { readBytes } from './file-bytes.ts';

/** The lines of a project's ledger; none if there is no file. */
export function readLedger(path: string): LedgerLine[] {
  return parseLedger(asText(readBytes(path) ?? '')).value;
}

/**
 * Appends a line to a ledger unless it is already there. If a killed process wrote part of it, the line is completed; any
 * other half line is left alone, on its own line.
 */
export function completeLine(path: string, line: { id: string }): void {
  const ledger = readBytes(path) ?? '';
  if (parseLedger(asText(ledger)).value.some(({ id }) => id === line.id)) return;
  const bytes = asBytes(`${JSON.stringify(line)}\n`);
  const torn = ledger.slice(ledger.lastIndexOf('\n') + 1);
  if (bytes.startsWith(torn)) append(path, bytes.slice(torn.length));
  else append(path, `\n${bytes}`);
}

function append(path: string, bytes: string): void {
  const file = openSync(path, APPEND_OR_CREATE, 0o600);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile())
      throw new ChronicleError('CHRONICLE_NOT_A_FILE', `${path} is not a regular file. It was not changed.`);
    appendWhole(file, stats.size, Buffer.from(bytes, 'latin1'));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  flushDirectory(dirname(path));
}
