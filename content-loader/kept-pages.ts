/**
 * Keeps the pages of the last build that would come out the same. Astro has a cache of its own for this, but it holds a second
 * copy of every page, and copies each into a new directory.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { digest } from '#src/node/archive/digest.ts';

/** The output of a build, as far as pages need it. */
export interface PageOutput {
  /** Where Astro writes. */
  readonly staging: string;
  /** Keeps a page of the last site if it was written with this key. Returns whether it was. */
  reuse(path: string, key: string): boolean;
  /** Sets the key of a page that Astro wrote. */
  wrote(path: string, key: string): void;
}

export interface KeptPagesOptions {
  output: PageOutput;
  /** Changes whenever the same content could become another page. */
  version: string;
  /** Called before each page is rendered, with how many were. */
  progress(done: number, of: number): void;
}

/** Lets Astro render only pages whose `cacheKey`, or whose version, differs from that of the last build. */
export function keptPages({ output, version, progress }: KeptPagesOptions): AstroIntegration {
  const keys = new Map<string, string>();
  return {
    name: 'session-chronicle:kept-pages',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((usual) => {
          let [done, of] = [0, 0];
          return {
            ...usual,
            name: 'session-chronicle',
            async getStaticPaths() {
              // Pages name their styles and scripts, which are written by now.
              const base = digest([version, ...assetsIn(output.staging)].join('\n'));
              const pages = (await usual.getStaticPaths()).filter(({ pathname, route, cacheKey }) => {
                if (cacheKey === undefined) return true;
                const [path, key] = [fileOf(pathname, route.type), digest(`${base}\n${cacheKey}`)];
                if (output.reuse(path, key)) return false;
                keys.set(path, key);
                return true;
              });
              of = pages.length;
              return pages;
            },
            render(request, options) {
              progress(done++, of);
              return usual.render(request, options);
            },
          };
        });
      },
      'astro:build:done': () => {
        for (const [path, key] of keys) if (existsSync(join(output.staging, path))) output.wrote(path, key);
      },
    },
  };
}

/** The names of the styles, scripts and fonts, which contain a digest. */
function assetsIn(directory: string): string[] {
  return existsSync(join(directory, '_astro')) ? readdirSync(join(directory, '_astro')).sort() : [];
}

/** The file that Astro writes for an address. */
function fileOf(pathname: string, type: string): string {
  const path = pathname.replace(/^\/|\/$/g, '');
  return type === 'endpoint' ? path : `${path}/index.html`;
}
