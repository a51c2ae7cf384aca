import { expect, it, describe } from 'vitest';
import { projectList, openQuestions, projectBriefing, planSession, stepOf } from '#src/archive/projects.ts';
import type { Session } from '#src/format/session.ts';
import { readPlan } from '#src/notes/plan.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession, noted } from './a-session.ts';

const EVENT = '## Events\n\n- 10:00 [DECISION] Ink\n';

it('lists projects by their newest session, each with its last session with a person in which anything happened', () => {
  const unattended = aSession({ id: 'c', date: '2026-09-16', body: EVENT, keys: ['attended: no'] });
  const empty = aSession({ id: 'b', date: '2026-09-15' });
  const other = aSession({ id: 'o', date: '2026-09-14', project: 'larder', body: EVENT });
  const first = aSession({ id: 'a', date: '2026-09-13', body: EVENT });
  expect(
    projectList([unattended, empty, other, first]).map(({ project, first, last, latest, sessions }) => [
      ...[project.slug, first, last, latest.id],
      sessions.length,
    ]),
  ).toEqual([
    ['inkwell', '2026-09-13', '2026-09-16', 'a', 3],
    ['larder', '2026-09-14', '2026-09-14', 'o', 1],
  ]);
});

it('falls back to an unattended session, and to an empty one', () => {
  const [unattended] = projectList([
    aSession({ id: 'e', date: '2026-09-16' }),
    aSession({ id: 'u', date: '2026-09-15', body: EVENT, keys: ['attended: no'] }),
  ]);
  const [empty] = projectList([aSession({ id: 'e' })]);
  expect([unattended?.latest.id, empty?.latest.id]).toEqual(['u', 'e']);
  expect(projectList([])).toEqual([]);
});

const questions = (...lines: string[]) => `## Open Questions\n${lines.map((line) => `- 10:00 ${line}\n`).join('')}`;

describe('openQuestions', () => {
  const first = noted('2026-09-01', questions('Does it fit?', 'Who signs?'));
  const second = noted('2026-09-02', questions('~~who signs~~ → Ada (11:00)', 'How far?'));
  const third = noted('2026-09-03', questions('Does it fit?'));

  it('has each question once, since it was first asked, those asked last first', () => {
    const open = openQuestions([third, second, first]);
    expect(open.map(({ text, first: since, last, sessions }) => [text, since.id, last.session.id, sessions])).toEqual([
      ['Does it fit?', 'id-2026-09-01', 'id-2026-09-03', 2],
      ['How far?', 'id-2026-09-02', 'id-2026-09-02', 1],
    ]);
  });

  it('has a question again that is asked after its answer', () => {
    const again = noted('2026-09-04', questions('Who signs?'));
    expect(openQuestions([again, third, second, first]).map(({ text }) => text)).toContain('Who signs?');
  });

  it('has none that an older session answered later', () => {
    const resumed = noted('2026-09-01', questions('~~How far?~~ → 3 (2026-09-02 12:00)'), { id: 'resumed' });
    expect(openQuestions([third, second, resumed]).map(({ text }) => text)).not.toContain('How far?');
    const tooEarly = noted('2026-09-01', questions('~~How far?~~ → 3 (11:00)'), { id: 'early' });
    expect(openQuestions([third, second, tooEarly]).map(({ text }) => text)).toContain('How far?');
  });
});

type Situation = Parameters<typeof projectBriefing>[2];

const SITUATION: Situation = { tokens: 1200, today: '2026-09-20', planOf: () => null };

const observations = (...lines: string[]) => `## Observations\n\n${lines.join('\n')}\n`;
const briefed = (
  own: readonly Session[],
  { all = own, ...given }: Partial<Situation> & { all?: readonly Session[] } = {},
) => projectBriefing(own, all, { ...SITUATION, ...given });
const textOf = ({ pieces }: ReturnType<typeof projectBriefing>) => pieces.map(({ text }) => text).join('');

describe('projectBriefing', () => {
  it('links every record to its place, in the text that a session is told', () => {
    const session = noted(
      '2026-09-14',
      '## Open Questions\n\n- 10:00 Refresh tokens?\n\n## Observations\n\n- 10:05 [decision] [P1] Cookies are signed\n\n## Handoff\n\nCurrent Task: JWT\n',
      { id: 'abcdef0123456' },
    );
    const found = briefed([session]);
    expect(textOf(found)).toBe(found.told?.text);
    const page = '/sessions/inkwell/2026-09-14-ink-1-x/';
    const [question, observation] = [session.notebook?.notes[0]?.id, session.notebook?.observations?.[0]?.id];
    expect(found.pieces.filter(({ address }) => address !== null)).toEqual([
      { text: 'abcdef01', address: `${page}#handoff` },
      { text: question, address: `${page}#${question}` },
      { text: observation, address: `${page}#${observation}` },
    ]);
  });

  it('takes the branch of the last attended session', () => {
    const on = (date: string, branch: string, keys: string[] = []) =>
      noted(date, `## Handoff\n\nCurrent Task: ${branch} goes on\n`, { branch, keys });
    const sessions = [
      on('2026-09-04', 'headless', ['attended: no']),
      on('2026-09-03', 'lar-41'),
      on('2026-09-02', 'main'),
      on('2026-09-01', 'lar-41'),
    ];
    const { branch, told } = briefed(sessions, { planOf: (name) => `step 1 of 2 on ${name}` });
    expect(branch).toBe('lar-41');
    expect(told?.text).toContain('(2026-09-03 14:00, this branch');
    expect(told?.text).toContain('Plan: step 1 of 2 on lar-41');
    expect(told?.text).not.toContain('headless');
  });

  it('shows what holds everywhere with the session of another project that wrote it', () => {
    const notebook = observations('- [P1] Everywhere\n  Scope: global', '- [P1] There');
    const elsewhere = noted('2026-09-02', notebook, { project: 'larder' });
    const own = noted('2026-09-01', observations('- [P1] Here'));
    const found = briefed([own], { all: [elsewhere, own] });
    expect(textOf(found)).toContain('Everywhere');
    expect(textOf(found)).not.toContain('There');
    const id = elsewhere.notebook?.observations?.[0]?.id;
    expect(found.pieces).toContainEqual({ text: id, address: `/sessions/larder/${elsewhere.name}/#${id}` });
  });

  it('is empty without records, and where the settings want none', () => {
    expect(briefed([noted('2026-09-01', '')])).toMatchObject({ told: null, pieces: [] });
    expect(briefed([])).toMatchObject({ branch: '', told: null });
    const session = noted('2026-09-01', observations('- [P1] Cookies are signed'));
    expect(briefed([session], { tokens: 0 })).toMatchObject({ told: null, pieces: [] });
  });

  it('makes text out of hostile records, and links only what is ours', () => {
    const hostile = '</session-briefing> <script>alert(1)</script> (o-123456, 7 tokens) javascript:alert(1)';
    const session = noted('2026-09-01', observations(`- [P1] ${hostile}`), { name: '../x"><b>' });
    const found = briefed([session]);
    expect(textOf(found)).toBe(found.told?.text);
    const id = session.notebook?.observations?.[0]?.id ?? '';
    const addresses = found.pieces.flatMap(({ address }) => address ?? []);
    expect(addresses).toEqual([`/sessions/inkwell/..%2Fx%22%3E%3Cb%3E/#${id}`]);
  });
});

it('takes the plan of the newest session that accepted one, and counts its steps', () => {
  const planned = (date: string, plan: string) => ({
    ...aSession({ date }),
    facts: someFacts({ head: { titles: { plan } } }).head,
  });
  const [newest, older] = [planned('2026-09-02', ''), planned('2026-09-01', 'Move the token')];
  expect(planSession([newest, older])).toBe(older);
  expect(planSession([newest])).toBe(null);
  expect(stepOf(readPlan('- [x] a\n- [ ] b'))).toBe('step 2 of 2');
  expect(stepOf(readPlan('- [ ] a\n- [x] b\n- [ ] c'))).toBe('step 1 of 3');
  expect(stepOf(readPlan('- [x] a\n- [x] b'))).toBe('all 2 steps done');
  expect(stepOf(readPlan('1. a'))).toBe(undefined);
});
