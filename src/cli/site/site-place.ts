/** What building and serving a site have in common: its directory, the Node it needs, and a port. */
import { resolve } from 'node:path';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import type { Server } from 'node:http';

/** What a person chose: a directory, the sample, or nothing. */
interface SiteChoice {
  directory: string | undefined;
  isSample: boolean;
}

/**
 * Where `build` writes a site, and `preview` finds it. The sample has a directory of its own, so that it never takes the
 * place of the owner's site.
 */
export function sitePlace(env: Env, { directory, isSample }: SiteChoice): string {
  if (directory !== undefined) return resolve(env.cwd, directory);
  const { site, cache } = pathsIn(env);
  return isSample ? `${cache}/sample-site` : site;
}

/** Astro 7 and Vite 8 need this; on an older Node they fail later with an obscure error. Refuses it (CHRONICLE_OLD_NODE). */
export function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return;
  throw new ChronicleError(
    'CHRONICLE_OLD_NODE',
    `This command needs Node 22.12 or newer; this is Node ${process.versions.node}. In a clone, npm run dev, build and preview use a newer Node that npm ci installs.`,
  );
}

/** Listens on 127.0.0.1, at this port or the next free one. Returns the port. */
export async function listenFrom(server: Server, port: number): Promise<number> {
  for (;;) {
    try {
      return await listen(server, port);
    } catch (error) {
      if (!isErrno(error, 'EADDRINUSE') || port === 0) throw error;
      port++;
    }
  }
}

/** Listens on 127.0.0.1 at this port; 0 is any free one. Returns the port. Throws the system's error. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
