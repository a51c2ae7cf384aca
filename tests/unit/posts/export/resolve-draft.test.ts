import { describe, expect, it } from 'vitest';
import type { DraftSettings } from '#src/posts/drafts/draft.ts';
import { resolveDraft } from '#src/posts/export/resolve-draft.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { archiveOf, draftOf } from './draft-archive.ts';

const LATE = aSession({
  id: 'session-b',
  date: '2026-09-14',
  body: '## Events\n\n- [MEMORY-MISS] feedback_port.md: the port again\n- [INSIGHT] Rules that are read last are lost\n',
});
const EARLY = aSession({
  id: 'session-a',
  date: '2026-08-03',
  project: 'tidepool',
  body: '## Events\n\n- [MEMORY-MISS] feedback_port.md: guessed the port\n',
});
const ARCHIVE = archiveOf([LATE, EARLY]);
const [MISS = '', INSIGHT = ''] = LATE.chronicle.events.map(({ id }) => `session-b#${id}`);
const GROUP = ARCHIVE.record.groups[0]?.anchor ?? '';
const SOURCES = [
  { session: 'session-b', digest: '' },
  { session: 'session-a', digest: '' },
];

function resolved(body: string, settings: Partial<DraftSettings> = {}, archive = ARCHIVE) {
  return resolveDraft(draftOf(body, settings), archive);
}

function faults(body: string, settings: Partial<DraftSettings> = {}) {
  return resolved(body, settings).problems.map(
    ({ path, problem: { code, line, message, advice } }) =>
      `${path.split('/').at(-1)}:${line} ${code} ${message} ${advice}`,
  );
}

describe('resolveDraft', () => {
  it('resolves components, in the order of the text', () => {
    const { parts, problems } = resolved(
      `Text.\n\n<Event id="${MISS}" />\n\n<Beats />\n\n<Lifeline group="${GROUP}" />\n\n<MissTrend />\n`,
    );
    expect(problems).toEqual([]);
    expect(parts).toMatchObject([
      { line: 1, kind: 'block', block: { kind: 'paragraph' } },
      { line: 3, kind: 'event', session: { id: 'session-b' }, event: { tag: 'MEMORY-MISS' } },
      { line: 5, kind: 'beats' },
      { line: 7, kind: 'figure', name: 'lifeline', figure: { group: { anchor: GROUP } } },
      { line: 9, kind: 'figure', name: 'miss-trend' },
    ]);
  });

  it('gives each figure its own name', () => {
    const line = `<Lifeline group="${GROUP}" />\n\n`;
    const { parts } = resolved(`${line}<MissTrend />\n\n${line}${line}`);
    const names = parts.map((part) => 'name' in part && part.name);
    expect(names).toEqual(['lifeline', 'miss-trend', 'lifeline-2', 'lifeline-3']);
  });

  it('resolves sources, oldest first, and beats in order', () => {
    const draft = resolved('', {
      sources: [...SOURCES, { session: 'gone', digest: '' }],
      beats: [
        { role: 'lesson', event: INSIGHT },
        { role: 'fall', event: MISS },
      ],
    });
    expect(draft.sources.map(({ id }) => id)).toEqual(['session-a', 'session-b']);
    expect(draft.missing).toEqual(['gone']);
    expect(draft.beats.map(({ role, event }) => `${role} ${event.tag}`)).toEqual([
      'lesson INSIGHT',
      'fall MEMORY-MISS',
    ]);
  });

  it('omits unknown names, and reports their place and the nearest match', () => {
    const slip = MISS.slice(0, -1) + (MISS.endsWith('0') ? '1' : '0');
    expect(faults(`Text.\n\n<Event id="${slip}" />\n\n<Event id="session-b#e-ffffff" />\n`)).toEqual([
      `draft.mdx:3 CHRONICLE_DRAFT_UNKNOWN The archive has no such event. Did you mean ${MISS}? It is left out until then; the rest of the draft is used.`,
      'draft.mdx:5 CHRONICLE_DRAFT_UNKNOWN The archive has no such event. Fix or remove it. It is left out until then; the rest of the draft is used.',
    ]);
    expect(faults('<Lifeline group="c-00000000" />\n').join('\n')).toMatch(/^draft.mdx:1 .* no such mistake\. Fix/);
    expect(resolved(`<Event id="${slip}" />\n`).parts).toEqual([]);
  });

  it('reports unknown sources, beats and series in draft.yml', () => {
    const said = faults('Text.', {
      sources: [{ session: 'sesion-b', digest: '' }],
      beats: [{ role: 'turn', event: `session-x#${MISS.split('#')[1]}` }],
      series: { slug: 'memory', part: 1 },
    });
    expect(said.map((fault) => fault.replace(/ It is left out.*/, ''))).toEqual([
      'draft.yml:1 CHRONICLE_DRAFT_UNKNOWN The archive has no such source session. Did you mean session-b?',
      `draft.yml:1 CHRONICLE_DRAFT_UNKNOWN The archive has no such event for the beat "turn". Did you mean ${MISS}?`,
      'draft.yml:1 CHRONICLE_DRAFT_UNKNOWN The archive has no such series. Fix or remove it.',
    ]);
  });

  it('keeps the problems of the draft and of its text', () => {
    const problem = { path: '/drafts/the-third-time/draft.yml', problem: { code: 'CHRONICLE_BAD_VALUE' } };
    const draft = { ...draftOf('import x from "y"\n'), problems: [problem as never] };
    const { problems } = resolveDraft(draft, ARCHIVE);
    expect(problems[0]).toBe(problem);
    expect(problems[1]).toMatchObject({ path: '/drafts/the-third-time/draft.mdx', problem: { line: 1 } });
  });

  it('has the title of the series', () => {
    const series = [{ slug: 'memory', path: '', title: 'Teaching a machine', parts: [], problems: [] }];
    const draft = resolved('', { series: { slug: 'memory', part: 2 } }, { ...ARCHIVE, series });
    expect(draft).toMatchObject({ seriesName: 'Teaching a machine', part: 2 });
    expect(resolved('', { series: { slug: 'other', part: 2 } })).toMatchObject({ seriesName: null, part: null });
  });

  it('takes the newer of two sessions that share an id', () => {
    const copy = { ...EARLY, id: 'session-b' };
    expect(resolved('', { sources: SOURCES }, archiveOf([LATE, copy])).sources).toEqual([LATE]);
  });
});

describe('problems', () => {
  it('have the places of the names in the settings', () => {
    const draft = draftOf('Text.', { sources: [{ session: 'lost', digest: '' }] });
    const { problems } = resolveDraft({ ...draft, places: new Map([['lost', { line: 7, column: 14 }]]) }, ARCHIVE);
    expect(problems).toMatchObject([{ problem: { code: 'CHRONICLE_DRAFT_UNKNOWN', line: 7, column: 14 } }]);
  });

  it.each(['', ' \n\n'])('say that there is no text in %j', (body) => {
    expect(faults(body)).toEqual([
      'draft.mdx:1 CHRONICLE_DRAFT_EMPTY The draft has no text yet. Write it in draft.mdx. Nothing is exported until then.',
    ]);
  });
});

it('leaves a trend out of an empty archive', () => {
  const { parts, problems } = resolveDraft(draftOf('<MissTrend />\n'), archiveOf([]));
  expect(parts).toEqual([]);
  expect(problems.map(({ problem }) => problem.code)).toEqual(['CHRONICLE_DRAFT_EMPTY_FIGURE']);
});
