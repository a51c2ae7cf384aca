import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { IndexFiles } from '#site/scripts/index-files.ts';
import { type OpenIndex, openIndex } from '#site/scripts/search-index.ts';
import type { Archive } from '#src/node/archive/archive.ts';
import { writeSearch } from '#src/node/search/write-search.ts';
import { openOutput } from '#src/node/site/site-output.ts';
import { parseQuery } from '#src/search/parse-query.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** Starts a server on this machine for the time of the test; returns its address. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Writes the index of an archive as a build does, and opens it as the search page does. */
export async function writtenIndex(archive: Pick<Archive, 'snapshot' | 'factsOf'>): Promise<OpenIndex> {
  return (await openIndex(await writtenFiles(archive))).whole;
}

/** The files of an archive's index, from a server. `isServed` says which paths it has. */
export async function writtenFiles(
  archive: Pick<Archive, 'snapshot' | 'factsOf'>,
  isServed: (path: string) => boolean = () => true,
): Promise<IndexFiles> {
  const [cacheDir, outDir] = [temporaryDirectory(), temporaryDirectory()];
  const output = openOutput(outDir);
  await writeSearch(archive, { cacheDir, output });
  output.seal();
  const address = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    if (isServed(pathname)) response.end(readFileSync(join(outDir, pathname)));
    else response.writeHead(404).end();
  });
  return new IndexFiles(`${address}/search-index/`);
}

/** The texts an index finds, best first. */
export async function textsFound(index: OpenIndex, text: string): Promise<string[]> {
  const { query } = parseQuery(text);
  const { found } = await index.find(query);
  const records = await Promise.all(found.map((each) => index.read(each, query)));
  return records.map(({ first }) => first.map((chunk) => chunk.text).join(' '));
}
