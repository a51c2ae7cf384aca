import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteAsked, openRetro, takeTicket } from '#src/node/session/live.ts';
import { answer, ID, layout, NOW, proposal, withProposals, world } from './gate-box.ts';
import { toolPayload } from './payloads.ts';
import { filesBelow, openSandbox, type Sandbox } from './sandbox.ts';

describe('takeTicket', () => {
  const asked = (box: Sandbox, shown: string[] = [], more = {}) =>
    noteAsked(layout(box), ID, world(box), { shown, ...more });
  const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  const take = (box: Sandbox, now = NOW, ids?: string[]) => takeTicket(layout(box), ID, now, ids);

  it("takes the hook's ticket for one change", async () => {
    const box = openSandbox();
    expect(take(box, new Date())).toBe(false);
    await answer(box, toolPayload('chronicle memory apply p-12150d'));
    expect(take(box, new Date(), ['p-12150d'])).toBe(true);
    expect(take(box, new Date(), ['p-12150d'])).toBe(false);
  });

  it('finds no ticket in an unattended session', async () => {
    const box = openSandbox();
    const env = { CLAUDE_CODE_SESSION_ATTENDED: '0' };
    expect((await answer(box, toolPayload('chronicle memory apply all'), env)).decision).toBe('ask');
    expect(take(box, new Date())).toBe(false);
  });

  it('refuses proposals that the person was not shown', async () => {
    const box = await withProposals([proposal(1), proposal(2)]);
    await answer(box, toolPayload('chronicle memory apply all'));
    expect(take(box, new Date(), ['p-000001', 'p-000003'])).toBe(false);
    await answer(box, toolPayload('chronicle memory apply all'));
    expect(take(box, new Date(), ['p-000001', 'p-000002'])).toBe(true);
  });

  it('allows any proposal if the command named none', async () => {
    const box = openSandbox();
    await answer(box, toolPayload('chronicle memory undo last'));
    expect(take(box, new Date(), ['p-12150d'])).toBe(true);
  });

  it('refuses a ticket that is older than an hour or from the future', () => {
    const box = openSandbox();
    for (const [minutes, is] of [
      [59, true],
      [61, false],
      [-1, false],
    ] as const) {
      asked(box);
      expect([minutes, take(box, after(minutes))]).toEqual([minutes, is]);
    }
  });

  it('refuses a ticket whose call was refused or has run', () => {
    const box = openSandbox();
    const transcript = join(box.root, 'transcript.jsonl');
    const line = (content: object[]) => `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;
    const more = { call: 'toolu_1', transcript };
    const results: [text: string, is: boolean][] = [
      [line([{ type: 'tool_use', id: 'toolu_1' }]), true],
      [line([{ type: 'tool_result', tool_use_id: 'toolu_0', content: 'toolu_1' }]), true],
      [line([{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true }]).slice(0, -9), true],
      [line([{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true }]), false],
    ];
    asked(box, [], more);
    expect(take(box)).toBe(true);
    for (const [text, is] of results) {
      writeFileSync(transcript, `${'x'.repeat(2_000_000)}\n${text}`);
      asked(box, [], more);
      expect([text, take(box)]).toEqual([text, is]);
    }
  });

  it('refuses an invalid ticket and an invalid id', () => {
    const box = openSandbox();
    const entry = join(box.state, 'index/live', ID);
    for (const ticket of [true, 'x', {}, { asked: 7, shown: [] }, { asked: 'x', shown: [] }, { asked: NOW }]) {
      openRetro(layout(box), ID, world(box));
      writeFileSync(entry, JSON.stringify({ ...JSON.parse(readFileSync(entry, 'utf8')), ticket }));
      expect([ticket, take(box)]).toEqual([ticket, false]);
    }
    expect(takeTicket(layout(box), '../x', NOW)).toBe(false);
    noteAsked(layout(box), '../x', world(box), { shown: [] });
    expect(filesBelow(box.config)).toEqual([entry]);
  });
});
