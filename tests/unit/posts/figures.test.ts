import { describe, expect, it } from 'vitest';
import { sessionChartOf } from '#src/archive/session-chart.ts';
import { standalone } from '#src/chart/standalone.ts';
import { drawFigure, type FigureData } from '#src/posts/figures.ts';
import { findingHash } from '#src/redaction/decisions.ts';
import { tokenDetector } from '#src/redaction/tokens.ts';
import { prepareDraft } from '#src/posts/posts.ts';
import { HOSTILE } from '#tests/unit/chart/marks.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aGroup } from '#tests/unit/memory/misses/a-group.ts';
import { archiveOf, draftOf } from './draft-archive.ts';

const GROUP = aGroup({
  name: 'Guessed the port',
  misses: ['2026-08-03', '2026-08-19', '2026-09-14 despite'],
  hits: ['2026-09-22'],
  flags: [{ at: '2026-08-20T10:00:00Z', action: 'new' }],
});
const SESSIONS = [
  aSession({ date: '2026-09-14', body: '## Events\n\n- [ERROR] a\n- [ERROR] b\n- [MEMORY-MISS] c\n' }),
  aSession({ date: '2026-09-10', body: '## Events\n\n- [PIVOT] d\n' }),
];
const asItIs = (text: string) => text;

const lifelineOf = (group: Parameters<typeof aGroup>[0]): FigureData => {
  return { name: 'lifeline', kind: 'lifeline', group: aGroup(group) };
};

function drawn(figure: FigureData, alt = '', edit: (text: string) => string = asItIs) {
  const drawing = drawFigure(figure, alt, edit);
  return { ...drawing, file: standalone(drawing) };
}

describe('drawFigure', () => {
  it('draws a lifeline over all its marks, with months and a description', () => {
    const { title, description, file } = drawn({ name: 'lifeline', kind: 'lifeline', group: GROUP });
    expect(title).toBe('Guessed the port, 3 Aug to 22 Sep 2026');
    expect(description).toBe(
      '“Guessed the port”: 3 misses on 3 Aug, 19 Aug, 14 Sep; 1 of them despite a memory, on 14 Sep; 1 hit on 22 Sep; memory written or strengthened on 20 Aug; shown from 3 Aug to 22 Sep 2026.',
    );
    expect(file).toContain(`<title>${title}</title><desc>${description}</desc>`);
    expect(file).toContain('>Sep</text>');
  });

  it('draws a single mark in the middle of two weeks', () => {
    const { title, file } = drawn(lifelineOf({ misses: ['2026-09-14'] }));
    expect(title).toBe('Guessed the port, 8 Sep to 21 Sep 2026');
    expect(file).toMatch(/<svg color="[^"]+" x="(4[5-9]|5[0-5])/);
  });

  it('draws a trend with its numbers', () => {
    const { trends } = archiveOf(SESSIONS).record;
    const { title, description } = drawn({ name: 'x', kind: 'trend', trends });
    expect(title).toBe('Hits and misses per week');
    expect(description).toMatch(/no hits, 1 miss \(1 for the first time\)\.$/);
  });

  it('draws the chart of a session, with none of its texts', () => {
    const body = '## Events\n\n- 10:10 [ERROR] Secret one\n- 11:40 [PIVOT] Secret two\n';
    const chart = sessionChartOf(aSession({ date: '2026-09-14', body }), null);
    if (!chart) throw new Error('It has no chart.');
    const { title, description, file } = drawn({ name: 'session-chart', kind: 'session', chart, date: '2026-09-14' });
    expect(title).toBe('The session of 14 Sep 2026');
    expect(description).toMatch(/^2 events, 10:10 to 11:40/);
    expect(file).toContain('<title>10:10 Error</title>');
    expect(file).not.toMatch(/Secret|href="#e-|class=|var\(/);
  });

  it('cuts a long name but keeps the days in the title', () => {
    const { title } = drawn(lifelineOf({ name: 'port '.repeat(80) }));
    expect(title).toMatch(/ port…, 8 Sep to 21 Sep 2026$/);
    expect(title.length).toBeLessThanOrEqual(88);
  });

  it('describes very many marks in at most 300 characters', () => {
    const days = Array.from({ length: 8 }, (_, i) => `202${5 + (i % 2)}-0${i + 1}-01`);
    const figure = lifelineOf({
      misses: days.map((day) => `${day} despite`),
      hits: days,
      flags: days.map((day) => ({ at: `${day}T10:00:00Z`, action: 'new' })),
    });
    const { description } = drawn(figure);
    expect(description.length).toBeLessThanOrEqual(300);
    expect(description).toMatch(/^“Guessed the port”: 8 misses on .*…$/);
  });
});

/** Not a real token. */
const TOKEN = `ghp_${'k7Qw9ZrT2m'.repeat(4)}`;

const named = (name: string) => lifelineOf({ name, misses: ['2026-09-14', '2026-09-20'] });
const fileOf = (figure: FigureData, edit: (text: string) => string) => drawn(figure, '', edit).file;

describe('a figure with a name that is private or hostile', () => {
  it('edits names before they are cut', () => {
    const name = `${'The port was guessed '.repeat(12)}and logged with ${TOKEN}`;
    const asked: string[] = [];
    drawFigure(named(name), '', (text) => {
      asked.push(text);
      return text;
    });
    expect(asked).toEqual([name]);
  });

  it('shows the edited text and nothing of the original', () => {
    const file = fileOf(named(TOKEN), (text) => text.replace(TOKEN, '[redacted: GitHub token]'));
    expect(file).not.toContain(TOKEN.slice(0, 12));
    expect(file.split('[redacted: GitHub token]')).toHaveLength(6);
  });

  it('contains nothing else of the archive: no address, branch, id or event text', () => {
    const file = fileOf(named('Plain'), asItIs);
    expect(file).not.toMatch(/ghp_|acme|secret|session|inkwell|\.md|3dc1a619|e-[0-9a-f]{6}/);
    for (const [, href] of file.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^#(g|mark)-/);
  });

  it.each([asItIs, () => HOSTILE])('draws markup as text, in names and in edits', (edit) => {
    const file = fileOf(named(HOSTILE), edit);
    expect(file).not.toMatch(/<script|<a |javascript:x'>|on\w+=/);
    expect(file.match(/<title>/g)?.length).toBe(file.match(/<\/title>/g)?.length);
  });

  const UNSEEN = 'a\u202eb\u2066c\u200bd\u0000e\u001b[31mf\ufefflone \ud800 g\nh';

  it.each([asItIs, () => UNSEEN])('draws no characters that hide or reorder others or are invalid in XML', (edit) => {
    const { title, description } = drawFigure(named(UNSEEN), '', edit);
    expect(`${title}${description}`).not.toMatch(/[\u0000-\u001f\u200b\u202e\u2066\ufeff]/);
    expect(fileOf(named(UNSEEN), edit).isWellFormed()).toBe(true);
  });

  it('has the alt text of its author, redacted too', () => {
    const { description } = drawFigure(named('Plain'), `Four *times* ${TOKEN}`, (text) => text.replace(TOKEN, '…'));
    expect(description).toBe('Four times …');
  });

  it('does not show the start of a token that its name cuts', async () => {
    const token = ['eyJhbGciOiJIUzI1NiJ9', `eyJ${'aB3xZ9qLmN'.repeat(14)}`, 'aB3xZ9qLmN'.repeat(4)].join('.');
    const session = aSession({
      body: `## Events\n\n- [MEMORY-MISS] Leaked ${token} once\n- [MEMORY-MISS] Leaked ${token} twice\n`,
    });
    const archive = archiveOf([session]);
    const draft = draftOf(`![](lifeline-${archive.record.mistakes[0]?.anchor}.svg)`);
    const scanContext = { detectors: [tokenDetector], hash: findingHash, today: '2026-11-21', problems: [] };
    const { post, open } = await prepareDraft(draft, archive, scanContext);
    const { drawing } = post.figures[0] ?? {};
    expect(open.must).toBe(1);
    expect(drawing?.title).toContain('Leaked [redacted: ');
    expect(`${drawing?.title}${drawing?.description}${drawing?.markup}`).not.toContain(token.slice(0, 12));
  });
});
