import { expect, it } from 'vitest';
import { NEW, MISS, OTHER, openBox, SESSION } from './proposal-box.ts';

const filing = { proposals: [{ events: [MISS], reason: 'Floats again.', ...NEW }] };
const env = { CLAUDE_CODE_SESSION_ID: SESSION };

it.each([
  ['in the JSON', [], { session_id: OTHER, ...filing }],
  ['as an option', ['--session', OTHER], filing],
])('a session files no proposals of another one, named %s', async (_, args, json) => {
  const box = openBox();
  expect(await box.run(['propose', ...args], { input: JSON.stringify(json), env })).toRefuse(
    `this is ${OTHER}, but the session`,
  );
  expect(box.proposals()).toEqual([]);
});

it('a session files its own proposals, also if it names itself', async () => {
  const box = openBox();
  const run = await box.run(['propose'], { input: JSON.stringify({ session_id: SESSION, ...filing }), env });
  expect([run.code, box.proposals()]).toMatchObject([0, [{ session_id: SESSION }]]);
});
