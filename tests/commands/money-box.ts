import { expect } from 'vitest';
import { type Box, memory, openBox } from './proposal-box.ts';

export const MONEY = memory('money-in-cents', 'Amounts are integer cents');
export const STRONGER = MONEY.replace('integers.', 'integers. Never floats.');
export const NEW = { action: 'NEW', file: 'feedback_money.md', text: MONEY };

/** A project with the memory feedback_money.md and its entry in MEMORY.md. */
export function boxWithMoney(): Box {
  const box = openBox();
  box.write('feedback_money.md', MONEY);
  box.write(
    'MEMORY.md',
    '# Memory\n\n- [Cents](feedback_money.md) — Amounts are integer cents\n- [Dates](dates.md) — UTC\n',
  );
  return box;
}

export async function applied(box: Box, proposal: object): Promise<string> {
  const [{ id } = { id: '' }] = await box.propose(proposal);
  expect(await box.run(['apply', id, '--yes'])).toMatchObject({ code: 0, stderr: '' });
  return id;
}
