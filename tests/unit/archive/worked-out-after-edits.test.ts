/** What pages work out from an archive after edits is the same as from an archive that was opened after them. */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { readWholeNotebook } from '#src/chronicle/notebook/whole-notebook.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { MemoryChange, MemoryFile } from '#src/memory/ledger/memory-history.ts';
import { unreadText } from '#src/memory/memory-text.ts';
import { type Clusters, NO_CLUSTERS } from '#src/memory/misses/cluster-decisions.ts';
import { compare } from '#src/value/compare.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';
import type { Worked } from './worked-out.ts';

/** Enough for several parts. */
const SESSIONS = 160;
const MEMORIES = ['feedback_money.md', 'feedback_tests.md'];
const PROJECTS = ['inkwell', 'larder'].map((slug) => aSession({ project: slug }).project);

const EVENTS = [
  '[MEMORY-MISS] Used a float for money (src/cart.ts)',
  '[MEMORY-MISS] Ran rustfmt too late',
  '[MEMORY-MISS] Rounded in spite of feedback_money.md',
  '[MEMORY-MISS] Forgot feedback_tests.md',
  '[MEMORY-HIT] Followed feedback_money.md',
  '[ERROR] The build fails',
  '[USER-CORRECTION] Use cents',
  '[PIVOT] Turned back',
  '[DECISION] Took the queue\n  candidate: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f',
];
const NOTEBOOKS = [
  '',
  '## Open Questions\n\n- 14:50 Refresh tokens for the start?\n',
  '## Open Questions\n\n- 14:50 ~~Refresh tokens for the start?~~ → no (15:20)\n',
  "## Tried (didn't work)\n\n- 14:31 httpOnly cookie for the JWT → Safari blocks it\n",
  '## Observations\n\n- 15:10 [decision] [P1] Refresh tokens rotate\n  Ref: 2026-12-15\n  Scope: global\n',
  '## Handoff\n\nSuggested Next: Write the second test\nCompleted: Wrote the first test\n',
  '## Handoff\n\nCompleted: Write the second test\n',
];
const FILES = ['', 'src/cart.ts', 'src/cart.ts src/mail.ts', 'docs/a.md'];

/** What a session is made of, by number. */
const content = fc.record({
  project: fc.nat({ max: 1 }),
  day: fc.nat({ max: 27 }),
  branch: fc.constantFrom('main', 'ink/1-x', 'ink/2-y', 'none'),
  events: fc.subarray(EVENTS),
  notebook: fc.constantFrom(...NOTEBOOKS),
  files: fc.constantFrom(...FILES),
  attended: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
  narrative: fc.boolean(),
});
type Content = typeof content extends fc.Arbitrary<infer Value> ? Value : never;

const edit = fc.record({
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constant('replace') },
    fc.constantFrom('add', 'remove', 'write a memory', 'strengthen', 'delete a memory', 'decide'),
  ),
  at: fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 3 }) }, fc.nat({ max: SESSIONS })),
  file: fc.constantFrom(...MEMORIES),
  content,
});
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

it('is the same after edits of any kind as from nothing', { tags: 'long' }, async () => {
  // Two copies: one follows the edits, the other sees each archive for the first time.
  const { workedOut: follow } = await loaded();
  const { workedOut: fromNothing } = await loaded();
  fc.assert(
    fc.property(
      fc.array(content, { minLength: 12, maxLength: 12 }),
      fc.array(edit, { minLength: 4, maxLength: 10 }),
      (contents, edits) => {
        let state = opened(contents);
        follow(state);
        for (const [number, each] of edits.entries()) {
          state = edited(state, each, SESSIONS + number);
          expect(follow(state)).toEqual(fromNothing(structuredClone(state)));
        }
      },
    ),
    { numRuns: 8 },
  );
  // The fuzz run makes 20 times as many.
});

async function loaded() {
  vi.resetModules();
  return import('./worked-out.ts');
}

/** An archive whose sessions repeat these contents on several days. */
function opened(contents: readonly Content[]): Worked {
  const sessions = Array.from({ length: SESSIONS }, (_, number) => {
    const given = contents[number % contents.length] ?? contents[0];
    if (!given) throw new Error('An archive has content.');
    return sessionOf({ ...given, day: (given.day + number) % 28 }, number);
  });
  return { sessions: inOrder(sessions), memory: { changes: [], files: [] }, clusters: NO_CLUSTERS };
}

function edited(state: Worked, { what, at, file, content: given }: Edit, number: number): Worked {
  const { sessions, memory } = state;
  const place = at % Math.max(1, sessions.length);
  const project = PROJECTS[given.project] ?? PROJECTS[0];
  const replaced = sessions[place];
  if (!project) throw new Error('A project has a number.');
  if (what === 'replace' && replaced) {
    const id = Number(replaced.id.slice(2));
    return { ...state, sessions: inOrder(sessions.with(place, sessionOf(given, id))) };
  }
  if (what === 'add') return { ...state, sessions: inOrder([...sessions, sessionOf(given, number)]) };
  if (what === 'remove') return { ...state, sessions: sessions.toSpliced(place, 1) };
  if (what === 'decide') return { ...state, clusters: decisions(sessions, number) };
  const at2 = `2026-03-${String(given.day + 1).padStart(2, '0')}T09:00:00Z`;
  const action = what === 'write a memory' ? 'new' : what === 'strengthen' ? 'strengthen' : 'delete';
  const events = replaced ? replaced.chronicle.events.map(({ id }) => `${replaced.id}#${id}`).slice(0, 2) : [];
  const change: MemoryChange = {
    ...{ id: `l-${number}`, at: at2, source: 'retro', action, file, session_id: 's-1', events, project },
    ...{ before: 'a', after: action === 'delete' ? null : `b${number}` },
  };
  const left = memory.files.filter((each) => each.file !== file || each.project !== project);
  const own: MemoryFile[] =
    action === 'delete' ? [] : [{ project, file, fileDate: at2, text: unreadText(`text ${number}`) }];
  // An archive reads ledgers again after each change.
  const changes = [...memory.changes.map((each) => ({ ...each })), change];
  return { ...state, memory: { changes, files: [...left, ...own] } };
}

/** Merges the groups of two misses and names one. */
function decisions(sessions: readonly Session[], number: number): Clusters {
  const names = sessions.flatMap(({ id, chronicle }) =>
    chronicle.events.filter(({ tag }) => tag === 'MEMORY-MISS').map((event) => `${id}#${event.id}`),
  );
  const miss = (place: number) => ({
    name: names[place % names.length] ?? 's-1#e-000000',
    line: 1,
    column: 1,
    excerpt: [],
  });
  return {
    merge: [[miss(number), miss(number * 7)]],
    split: number % 2 === 0 ? [[miss(number * 3)]] : [],
    rename: [{ miss: miss(number * 5), name: `Decided ${number}` }],
  };
}

function sessionOf(
  { project, day, branch, events, notebook, files, attended, narrative }: Content,
  number: number,
): Session {
  const id = `s-${number}`;
  const date = `2026-03-${String(day + 1).padStart(2, '0')}`;
  const lines = events.map((event, i) => `- ${10 + i}:0${number % 10} ${event}`).join('\n');
  const story = narrative ? 'The sync failed.\n\n### Narrative\n\nIt failed for a while.\n\n' : '';
  const session = aSession({
    ...{ id, date, branch, name: `${date}-${number}` },
    started: `${date}T${String(number % 24).padStart(2, '0')}:00:00Z`,
    keys: attended ? [] : ['attended: no'],
    body: `## Summary\n\n${story}## Events\n\n${lines}\n`,
  });
  const titles = { commit: files, ...(day % 9 === 0 && { plan: 'A plan' }), prompt: 'Write the second test' };
  return {
    ...session,
    project: PROJECTS[project] ?? session.project,
    ...(files !== '' && { facts: someFacts({ head: { session_id: id, prompts: day, titles } }).head }),
    ...(notebook !== '' && { notebook: readWholeNotebook(`---\nsession_id: ${id}\n---\n\n${notebook}`) ?? undefined }),
  };
}

/** Newest first, as the archive has them. */
function inOrder(sessions: readonly Session[]): Session[] {
  const startOf = ({ chronicle }: Session) => chronicle.frontMatter.started;
  return sessions.toSorted((a, b) => compare(startOf(b), startOf(a)) || compare(a.name, b.name));
}
