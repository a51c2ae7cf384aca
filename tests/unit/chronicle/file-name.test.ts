import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchSlug, fileStem } from '#src/chronicle/file-name.ts';
import { anyText } from './generated.ts';

describe('branchSlug', () => {
  it.each([
    ['main', 'main'],
    ['cws/96-session-chronicle', 'cws-96-session-chronicle'],
    ['feature/ABC_123.x', 'feature-ABC_123.x'],
    ['../../etc/passwd', 'etc-passwd'],
    ['.hidden', 'hidden'],
    ['-rf', 'rf'],
    ['a\\b:c*d', 'a-b-c-d'],
    ['$(id)`id`|<script>', 'id-id-script'],
    ['функция', 'branch'],
    ['', 'branch'],
    ['...', 'branch'],
    ['fix/größe', 'fix-gr-e'],
  ])('writes %j as %s', (branch, slug) => {
    expect(branchSlug(branch)).toBe(slug);
  });

  it('leaves only safe characters, between safe ends, and few of them', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.string({ minLength: 75, maxLength: 90, unit: fc.constantFrom('a', '-', '.', '/', '_', 'é') }),
        ),
        (branch) => {
          const slug = branchSlug(branch);
          expect(slug).toMatch(/^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/);
          expect(slug.length).toBeLessThanOrEqual(80);
          expect(branchSlug(slug)).toBe(slug);
        },
      ),
    );
  });
});

describe('fileStem', () => {
  it('numbers all names but the first', () => {
    expect(fileStem('2026-03-24', 'main', 1)).toBe('2026-03-24-main');
    expect(fileStem('2026-03-24', 'main', 2)).toBe('2026-03-24-main-2');
  });
});
