import { describe, expect, it } from 'vitest';
import { refusalOf } from '#content-loader/refusals.ts';

describe('refusalOf', () => {
  it.each(['/%', '/%E0%A4%A', '/%ff/', '/sessions/%c0%ae/', '/sessions/%zz/'])('calls %s malformed', (path) => {
    expect(refusalOf(path)?.[0]).toBe(400);
  });

  it.each(['/sessions/%2e%2e/', '/sessions/..', '/./', '/%2E/x/', '/__open-in-editor', '//%5f_x', '/_%5Fx'])(
    'answers 404 at %s',
    (path) => {
      expect(refusalOf(path)?.[0]).toBe(404);
    },
  );

  it.each([
    '/',
    '/sessions/tidemark/2026-03-24-main/',
    '/sessions/a..b/',
    '/sessions/.../',
    '/feed.xml',
    '/%25/',
    '/@fs/x',
  ])('lets %s through', (path) => {
    expect(refusalOf(path)).toBeUndefined();
  });
});
