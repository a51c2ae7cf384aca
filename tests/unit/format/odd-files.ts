import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { ROOT } from '#tests/support/root.ts';
import { anyFile } from './generated.ts';

const golden = join(ROOT, 'tests/golden/chronicle/input');

/** Every unusual shape in the format's golden files, as bytes read as Latin-1. */
export const oddFiles = readdirSync(golden).map((name): [string, string] => [
  name,
  readFileSync(join(golden, name), 'latin1'),
]);

/** Bytes as Latin-1, some of them not valid UTF-8. */
const anyBytes = fc.tuple(anyFile, fc.uint8Array({ maxLength: 20 }), fc.nat()).map(([file, bytes, at]) => {
  const text = asLatin1(file);
  const cut = at % (text.length + 1);
  return text.slice(0, cut) + Buffer.from(bytes).toString('latin1') + text.slice(cut);
});

export const anyFileOrBytes = fc.oneof(
  anyFile.map(asLatin1),
  anyBytes,
  fc.constantFrom(...oddFiles.map(([, text]) => text)),
);

/** An event without what changes when others are inserted before it: its line, and its day if that is inferred. */
export function withoutPlace({ id, tag, text, details, time }: ChronicleEvent) {
  return { id, tag, text, details, time };
}

export function asLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

export function fromLatin1(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}
