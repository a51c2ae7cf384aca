import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchSlug, fileStem, shownBranch, taskOf, taskPrefix } from '#src/lib/checkout.ts';
import { anyText } from '../format/generated.ts';

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

  it('keeps only safe characters, with safe ends, up to the longest length', () => {
    const unit = fc.constantFrom('a', '-', '.', '/', '_', 'é');
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ minLength: 75, maxLength: 90, unit })), (branch) => {
        const slug = branchSlug(branch);
        expect(slug).toMatch(/^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/);
        expect(slug.length).toBeLessThanOrEqual(80);
        expect(branchSlug(slug)).toBe(slug);
      }),
    );
  });
});

describe('fileStem', () => {
  it('numbers every name except the first', () => {
    expect(fileStem('2026-03-24', 'main', 1)).toBe('2026-03-24-main');
    expect(fileStem('2026-03-24', 'main', 2)).toBe('2026-03-24-main-2');
  });
});

describe('taskOf', () => {
  it.each([
    ['cws/96-session-chronicle', 'CWS-96'],
    ['xcws/55', 'XCWS-55'],
    ['ABC-123', 'ABC-123'],
    ['abc123-x', 'ABC-123'],
    ['gh-45', 'GH-45'],
    ['gh-45_fix', 'GH-45'],
    ['gh-45.2', 'GH-45'],
    ['feature/ABC-123-x', 'ABC-123'],
    ['robin/cws/96-x', 'CWS-96'],
    ['feature/123-x', 'FEATURE-123'],
  ])('reads %s', (branch, task) => {
    expect(taskOf(branch)).toBe(task);
  });

  it.each([
    ...'main detached v2 fix-readme x/1 96-x abc-12x abc-1234567 fix/the-abc-12 größe-1'.split(' '),
    ...['', 'averyverylongword-12'],
  ])('finds no task in %j', (branch) => {
    expect(taskOf(branch)).toBe('');
  });

  it("joins the groups of the owner's pattern, or uses the whole match", () => {
    expect(taskOf('wip-proj_77-x', /([a-z]+)_(\d+)/)).toBe('PROJ-77');
    expect(taskOf('wip/#77-x', /#\d+/)).toBe('#77');
    expect(taskOf('wip/a77', /(?:([b-z])|a)(\d+)/)).toBe('77');
    expect(taskOf('wip', /(\d*)/)).toBe('');
    expect(taskOf('main', /x/)).toBe('');
  });
});

describe('taskPrefix', () => {
  it('ends with the task', () => {
    expect(taskPrefix('robin/cws/96-x')).toBe('robin/cws/96');
    expect(taskPrefix('main')).toBeUndefined();
  });
});

it('shows no branch of a session that was on none, as outside of git', () => {
  expect(shownBranch({ branch: 'detached' })).toBe('');
  expect(shownBranch({ branch: 'main' })).toBe('main');
});
