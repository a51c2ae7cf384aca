import { describe, expect, it } from 'vitest';
import { projectBriefing } from '#src/archive/projects.ts';
import type { Session } from '#src/format/session.ts';
import { noted } from './a-session.ts';

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
    const elsewhere = noted('2026-09-02', observations('- [P1] Everywhere\n  Scope: global', '- [P1] There'), {
      project: 'larder',
    });
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
    expect(found.pieces.flatMap(({ address }) => address ?? [])).toEqual([
      `/sessions/inkwell/..%2Fx%22%3E%3Cb%3E/#${id}`,
    ]);
  });
});
