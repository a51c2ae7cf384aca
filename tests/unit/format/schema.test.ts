import { describe, expect, it } from 'vitest';
import { FIELDS } from '#src/format/front-matter-line.ts';
import { frontMatterSchema } from '#src/format/schema.ts';

const GOOD = {
  session_id: '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11',
  date: '2026-03-24',
  branch: 'main',
  task: '',
  started: '2026-03-24T14:00:00Z',
};

describe('frontMatterSchema', () => {
  it.each([
    ['session_id', 'a', '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11', 'a.b_c-d', 'x'.repeat(128)],
    ['date', '2026-03-24', '2024-02-29'],
    ['branch', 'main', '{a', ' x ', 'x'.repeat(240)],
    ['task', '', 'CWS-96', '#1'],
    ['started', '2026-03-24T14:00:00Z', '2026-03-24T14:00:00.123Z', '2026-03-24T23:59:59.999999999Z'],
    ['utc_offset', '+00:00', '-12:00', '+14:00', '+05:45'],
    ['attended', 'yes', 'no'],
    ['retro', '2026-03-24T16:40:00Z'],
    ['source', 'backfill', 'import'],
  ])('accepts valid values of %s', (key, ...values) => {
    for (const value of values) expect(frontMatterSchema.safeParse({ ...GOOD, [key]: value }).success).toBe(true);
  });

  it.each([
    ['session_id', '', '../x', 'a/b', '.a', '-a', 'a b', 'a\n', 'é', 'x'.repeat(129)],
    ['date', '', '2026-02-30', '2026-3-24', '24.03.2026', '2026-03-24T00:00:00Z', '2026-03-24 '],
    ['branch', '', ' '],
    ['started', '', '2026-03-24', '2026-03-24 14:00', '2026-03-24T14:00:00', '2026-03-24T14:00:00+02:00'],
    ['started', '2026-03-24T25:00:00Z', '2026-02-30T14:00:00Z'],
    ['utc_offset', '', '2h', '02:00', '+2:00', '+15:00', '+02:60', 'Z'],
    ['attended', '', 'No', 'maybe'],
    ['retro', '', 'yes', '2026-03-24'],
    ['source', '', 'stolen'],
    ['cwd', ''],
  ])('rejects invalid values of %s', (key, ...values) => {
    for (const value of values)
      expect(frontMatterSchema.safeParse({ ...GOOD, [key]: value }).success, value).toBe(false);
  });

  it.each(Object.entries(FIELDS))('accepts the example of %s in problems', (key, { check, example }) => {
    expect(check(example)).toBe(true);
    expect(frontMatterSchema.safeParse({ ...GOOD, [key]: example }).success).toBe(true);
  });

  it.each(Object.keys(GOOD))('requires %s', (key) => {
    expect(frontMatterSchema.safeParse({ ...GOOD, [key]: undefined }).success).toBe(false);
  });

  it('rejects values that are not strings', () => {
    expect(frontMatterSchema.safeParse({ ...GOOD, machine: 1 }).success).toBe(false);
  });

  it('lets no key reach a prototype', () => {
    const values = JSON.parse(`{"__proto__": "x", "constructor": "y", ${JSON.stringify(GOOD).slice(1)}`);
    const read = frontMatterSchema.parse(values);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(read.constructor).toBe('y');
  });
});
