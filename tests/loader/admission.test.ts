import { describe, expect, it } from 'vitest';
import { admit } from '#content-loader/admission.ts';

const OFFER = {
  isPage: (path: string) => /^\/(?:sessions\/(?:[^/]+\/)*)?$/.test(path),
  isPublicFile: (path: string) => path === '/favicon.svg' || path === '/_astro/a.B1.css',
  isModule: (file: string) => /^\/opt\/chronicle\/site\/(?:scripts\/site\.ts|styles\/palette\.css)$/.test(file),
};
const admitted = (url: string) => admit(url, OFFER);

describe('admit', () => {
  it.each([
    '/',
    '/sessions/',
    '/sessions/a..b/',
    '/sessions/.../',
    '/sessions/%E2%82%AC/',
    '/favicon.svg',
    '/pagefind/x.bin',
    '/_astro/a.B1.css',
  ])('passes on the page %s without its query', (path) => {
    expect(admitted(path)).toEqual({ url: path, isPage: true });
    expect(admitted(`${path}?import&q=100%`)).toEqual({ url: path, isPage: true });
    expect(admitted(`${path}#.js`)).toEqual({ url: path, isPage: true });
  });

  it.each([
    '/@vite/client',
    '/@id/astro:scripts/page.js',
    '/@fs/opt/chronicle/site/scripts/site.ts',
    '/@fs/opt/chronicle/site/scripts/site.ts?t=1700000000000',
    '/@fs/opt/chronicle/site/scripts/site.ts?import&t=1700000000000',
    '/@fs/opt/chronicle/site/styles/palette.css?inline',
    '/@fs/opt/chronicle/site/styles/palette.css?t=1700000000000&inline',
  ])('passes on the module %s as it is', (url) => {
    expect(admitted(url)).toEqual({ url, isPage: false });
  });

  it.each([
    '/@fs/opt/chronicle/site/scripts/site.ts?raw',
    '/@fs/opt/chronicle/site/scripts/site.ts?html-proxy&t=1',
    '/@fs/opt/chronicle/site/scripts/site.ts?inline',
    '/@fs/opt/chronicle/site/styles/palette.css?inline&raw',
    '/@fs/opt/chronicle/site/styles/other.css?inline',
    '/@fs/home/me/notes.md?import',
    '/@fs//opt/chronicle/site/scripts/site.ts',
    '/@fs/opt/chronicle/src/../site/scripts/site.ts',
    '/@id/opt/chronicle/site/scripts/site.ts',
    '/%40fs/home/me/notes.md',
    '/@vite/env',
    '/_astro/b.B1.css',
    '/_image?href=/@fs/x.png',
    '/__open-in-editor?file=/etc/hostname',
    '/%5f%5fopen-in-editor',
    '/node_modules/astro/package.json',
    '/sessions/%2e%2e/',
    '/sessions/..',
    '//sessions/',
    '/\\sessions/',
    '/sessions/%00/',
  ])('refuses %s', (url) => {
    expect(admitted(url)).toEqual({ status: 404, sentence: 'Page not found.' });
  });

  it('answers other addresses with the 404 page', () => {
    for (const url of ['/home/me/notes.md', '/sessions', '/editor', '/Favicon.svg'])
      expect(admitted(url)).toMatchObject({ status: 404, url: '/404/' });
  });

  it.each([
    '',
    '*',
    '?x',
    'sessions/',
    'http://[',
    'http://127.0.0.1/',
    '/%',
    '/%E0%A4%A',
    '/sessions/%ff/',
    '/%c0%ae/',
  ])('calls %j malformed', (url) => {
    expect(admitted(url)).toMatchObject({ status: 400 });
  });

  it('takes a megabyte of anything', () => {
    for (const part of ['/', '/.', '%2e', '?', '@', '/@fs']) expect(admitted(`/${part.repeat(300_000)}`)).toBeDefined();
  });
});
