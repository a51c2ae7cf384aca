/** Addresses with which somebody would try to read a file of the owner through the dev server. */
import { relative } from 'node:path';

/** Kinds of files: some have a loader in Vite or Astro, the others are served or transformed as they are. */
export const EXTENSIONS = [
  ...['.md', '.markdown', '.mdown', '.mkdn', '.mkd', '.mdwn', '.mdx', '.txt', '.json', '.yml', '.ts', '.js', '.mjs'],
  ...['.css', '.html', '.svg', '.astro', ''],
];

const QUERIES = [
  ...['', '?import', '?html-proxy', '?html-proxy&index=0.js', '?raw', '?raw&import', '?url', '?url&import', '?inline'],
  ...[
    '?inline&import',
    '?direct',
    '?t=1',
    '?import&t=1',
    '?v=1',
    '?worker',
    '?worker_file',
    '?.js',
    '?.css',
    '?lang.ts',
  ],
  ...[
    '?astroPropagatedAssets',
    '?astroRenderContent',
    '?astroContentCollectionEntry=true',
    '?astro&type=script&lang.ts',
  ],
  ...['?x#.js', '#.js', '?init', '?commonjs-proxy', '?import=a%', '?%00'],
];

/** Where a file may be asked for, given its absolute path, the package and the server's own address. */
const PLACES: ((file: string, root: string, origin: string) => string)[] = [
  (file) => file,
  (file) => `/${file}`,
  (file) => `/@fs${file}`,
  (file) => `/@fs/${file}`,
  (file) => `/@fs/.${file}`,
  (file) => `/@FS${file}`,
  (file) => `/@id${file}`,
  (file) => `/@id/${file}`,
  (file) => `/@id/@fs${file}`,
  (file) => `/@id//@fs${file}`,
  (file) => `/@id/__x00__${file}`,
  (file) => `/@id/astro:scripts/page.js/../../..${file}`,
  (file) => `/@vite/client/../..${file}`,
  (file) => `/node_modules${file}`,
  (file, root) => `/node_modules/astro/${relative(`${root}/node_modules/astro`, file)}`,
  (file, root) => `/@fs${root}/site/${relative(`${root}/site`, file)}`,
  (file, root) => `/@fs${root}/src/scripts/../${relative(`${root}/src`, file)}`,
  (file) => `/sessions/../..${file}`,
  (file) => `/pagefind/../..${file}`,
  (file) => `/pagefind/..${file}`,
  (file) => `/edit/..${file}`,
  (file) => `/memory${file}`,
  (file) => `/favicon.svg/..${file}`,
  (file) => `/_image?href=/@fs${file}&w=1`,
  (file) => `/src${file}`,
  (file, _root, origin) => `${origin}/@fs${file}`,
  (file, _root, origin) => `${origin}${file}`,
];

const ENCODINGS: ((path: string) => string)[] = [
  (path) => path.replace(/(?!^)\//g, '%2f'),
  (path) => path.replace(/(?!^)\//g, '%252f'),
  (path) => path.replace(/(?!^)\//g, '\\'),
  (path) => path.replace(/@/g, '%40'),
  (path) => path.replace(/\.(?=\w+$)/, '%2e'),
  (path) => path.replace(/\w$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/\w$/, (last) => `%25${last.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/\.\./g, '%2e%2e'),
  (path) => `${path}%00`,
  (path) => `${path}/`,
  (path) => `${path}.map`,
  (path) => `${path}%3fimport`,
];

/** All addresses for a file without its extension; with encodings for Markdown. */
export function attackAddresses(stem: string, root: string, origin: string): Set<string> {
  const all = new Set<string>();
  for (const place of PLACES)
    for (const query of QUERIES) {
      for (const extension of EXTENSIONS) all.add(withQuery(place(stem + extension, root, origin), query));
      const plain = place(`${stem}.md`, root, origin);
      for (const encoded of ENCODINGS) all.add(withQuery(encoded(plain), query));
    }
  return all;
}

function withQuery(address: string, query: string): string {
  return address + (address.includes('?') ? query.replace('?', '&') : query);
}
