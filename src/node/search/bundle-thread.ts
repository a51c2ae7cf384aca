/** What runs in a thread of `bundle-builder.ts`: takes the records of one bundle after another, and sends the files of each. */
import { parentPort } from 'node:worker_threads';
import type { SearchRecord } from '#src/search/record.ts';
import { buildBundle } from './search-bundle.ts';

let records: SearchRecord[] = [];

// Null ends a bundle.
parentPort?.on('message', (more: SearchRecord[] | null) => {
  if (more) {
    records.push(...more);
    return;
  }
  const files = buildBundle(records);
  records = [];
  // Their memory is handed over, unless one buffer is behind several files.
  const buffers = [...files.values()].filter((file) => file.byteLength === file.buffer.byteLength);
  parentPort?.postMessage(
    files,
    buffers.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
