import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Writes `x.js.gz` beside each script and style sheet of a directory, for servers that send it to browsers that take it. */
export function compressAssets(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (/\.(?:js|css)$/.test(name))
      writeFileSync(join(directory, `${name}.gz`), gzipSync(readFileSync(join(directory, name))));
  }
}
