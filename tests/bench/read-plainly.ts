/** The baseline for an import: reads every line of the files as text and does nothing with it. */
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

let characters = 0;
for (const path of JSON.parse(readFileSync(process.env.BENCH_FILES ?? '', 'utf8'))) {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    characters += line.length;
}
if (characters === 0) process.exitCode = 1;
