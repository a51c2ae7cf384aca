import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { exactForm } from '#src/transcript/exact-form.ts';
import { factsSchema, serializeFacts } from '#src/transcript/facts.ts';
import { generateFacts } from '#tests/bench/generate-facts.ts';
import { aCommit, aFile, someFacts } from '#tests/support/some-facts.ts';

const isFacts = exactForm(factsSchema);
const RICH = JSON.parse(
  serializeFacts(
    someFacts({
      files: [{ ...aFile(), isNew: true }],
      commits: [aCommit({ prompt: null })],
      outcome: { text: 'Done.', at: '2026-03-24T15:00:00Z' },
      skipped: { 'not JSON': 2 },
    }),
  ),
);

describe('exactForm', () => {
  it('accepts facts as they are written, and zod changes nothing in them', () => {
    for (const facts of [RICH, ...[1, 2, 3].map((n) => JSON.parse(generateFacts(n)))]) {
      expect(isFacts(facts)).toBe(true);
      expect(factsSchema.parse(facts)).toEqual(facts);
    }
  });

  // Every value in the facts, replaced by each of these or deleted.
  const OTHERS = [null, true, '', 'x', -1, 0.5, 1e300, 7, [], {}, [null], { a: 1 }, undefined];

  it('never accepts what zod refuses or changes', () => {
    const wrong: string[] = [];
    let accepted = 0;
    for (const path of pathsIn(RICH)) {
      for (const other of OTHERS) {
        const changed = JSON.parse(JSON.stringify(replaced(RICH, path, other)));
        if (!isFacts(changed)) continue;
        accepted++;
        const read = factsSchema.safeParse(changed);
        if (!read.success || JSON.stringify(sorted(read.data)) !== JSON.stringify(sorted(changed)))
          wrong.push(`${path.join('.')}: ${JSON.stringify(other)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(accepted).toBeGreaterThan(50);
  });

  it('does not accept unknown keys, which zod drops', () => {
    expect(isFacts({ ...RICH, later: 1 })).toBe(false);
    expect(isFacts({ ...RICH, files: [{ ...RICH.files[0], later: 1 }] })).toBe(false);
    expect(isFacts(JSON.parse(`{"__proto__":{},${JSON.stringify(RICH).slice(1)}`))).toBe(false);
  });

  it.each([
    ['a string of a format', z.email(), 'a@b.example'],
    ['a text of a least length', z.string().check(z.minLength(1)), 'a'],
    ['a list of a least length', z.array(z.string()).check(z.minLength(1)), ['a']],
    ['an open object', z.looseObject({ a: z.string() }), { a: 'a' }],
    ['a union', z.union([z.string(), z.boolean()]), 'a'],
    ['a pipe', z.pipe(z.string(), z.transform(Number)), '1'],
  ])('leaves %s to zod', (_, schema, value) => {
    expect(schema.safeParse(value).success).toBe(true);
    expect(exactForm(schema)(value)).toBe(false);
  });
});

type Path = (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other ?? null;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  Reflect.set(copy, key, replaced(Reflect.get(copy, key), rest, other));
  return rest.length === 0 && other === undefined && !Array.isArray(copy) ? without(copy, key) : copy;
}

function without(value: object, key: string | number): object {
  return Object.fromEntries(Object.entries(value).filter(([other]) => other !== `${key}`));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
