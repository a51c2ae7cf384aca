/** An archive that follows edits is the same as one that is opened anew after them. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Facts, serializeFacts } from '#src/transcript/facts.ts';
import type { Archive } from '#src/archive/archive.ts';
import { openArchive } from '#src/archive/archive.ts';
import { aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, TIDEMARK } from './archive-directory.ts';

const ROOTS = ['own', 'laptop'];
const DIRECTORIES = [TIDEMARK, '-home-me-larder'];
const NAMES = ['a', 'b', 'c'];
const IDS = ['one', 'two', 'three'];
const PLACES = ['', 'facts/', 'notebooks/'];

const one = <Value>(values: readonly Value[]) => fc.constantFrom(...values);

/** A file of an archive, and what is done with it. */
const edit = fc.record({
  root: one(ROOTS),
  directory: one(DIRECTORIES),
  place: one(PLACES),
  name: one(NAMES),
  id: one(IDS),
  day: fc.integer({ min: 10, max: 12 }),
  words: fc.integer({ min: 0, max: 3 }),
  fate: fc.oneof({ weight: 6, arbitrary: fc.constant('write') }, one(['remove', 'break'])),
});

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

const file = (root: string, directory: string, name: string, id: string, day: number): Edit => {
  return { root, directory, place: '', name, id, day, words: 0, fate: 'write' };
};

/** A session with two files, which gets another name when one of another session appears, and whose main file changes. */
const RENAMED_MAIN: Edit[] = [
  file('own', '-home-me-larder', 'c', 'one', 11),
  file('own', TIDEMARK, 'a', 'one', 11),
  file('laptop', '-home-me-larder', 'c', 'three', 10),
  file('own', '-home-me-larder', 'c', 'one', 10),
  file('own', TIDEMARK, 'b', 'three', 10),
];

it('is the same after edits of any files as from nothing', { tags: 'sample' }, () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 8, maxLength: 24 }), (edits) => {
      const base = temporaryDirectory();
      const roots = ROOTS.map((root) => join(base, root));
      for (const root of roots)
        for (const directory of DIRECTORIES)
          for (const place of PLACES) mkdirSync(join(root, directory, 'chronicle', place), { recursive: true });
      const open = () => openArchive({ roots, origin: 'own', watch: false });
      const archive = open();
      for (const each of edits) {
        carriedOut(base, each);
        archive.refresh();
        expect(shownBy(archive)).toEqual(shownBy(open()));
      }
      rmSync(base, { recursive: true });
    }),
    { numRuns: IS_WHOLE ? 25 : 8, examples: [[RENAMED_MAIN]] },
  );
});

/** Does what an edit says. */
function carriedOut(base: string, given: Edit): void {
  const { root, directory, place, name, fate } = given;
  const path = `${root}/${directory}/chronicle/${place}${name}${place === 'facts/' ? '.json' : '.md'}`;
  // A chronicle that is broken is shown as it was before.
  if (fate !== 'remove') put(base, path, fate === 'break' && place !== '' ? 'broken' : textOf(given));
  else rmSync(join(base, path), { force: true });
}

function textOf({ place, id, day, words }: Edit): string {
  const at = `2026-03-${day}T14:00:00Z`;
  if (place === 'facts/') return serializeFacts(factsOf(id, at, words));
  if (place === 'notebooks/') return `---\nsession_id: ${id}\n---\n\n## Focus\n\n- ${day}:00 Word ${words}\n`;
  return chronicleText({ id, started: at, events: [`[ERROR] Word ${words}`, '[PIVOT] Turned back'].slice(0, words) });
}

function factsOf(session_id: string, from: string, words: number): Facts {
  return someFacts({ head: { session_id, from }, prompts: [aPrompt({ at: from, text: `word ${words}` })] });
}

/** What pages see of an archive. Projects and sessions are compared by value. */
function shownBy(archive: Archive) {
  const { sessions, attention, memory } = archive.snapshot;
  return { sessions, attention, memory, facts: sessions.map((session) => archive.factsOf(session)) };
}
