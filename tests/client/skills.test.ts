/* The skills: what the model is told of them, and that their commands run without a permission prompt. */
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { eventId } from '#src/format/event-id.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { summaryDigest } from '#src/format/read.ts';
import { estimatedTokens } from '#src/lib/text/plain.ts';
import { bashCalls, textOf } from './api-request.ts';
import { STREAM } from './client.ts';
import { chronicles, initialise, labWithGit, labWithPlugin, log } from './scenario.ts';

const UNWRITTEN = summaryDigest({ kind: 'none', lead: '', narrative: null });
const MISTAKE = 'Took the lock after the check';
const PROPOSAL = {
  action: 'NEW',
  file: 'feedback_locks.md',
  text: '---\nname: lock-first\ndescription: Take the lock before the check\nmetadata:\n  type: feedback\n---\n\nLock first.\n',
  events: [eventId('MEMORY-MISS', MISTAKE)],
  reason: 'It was taken too late.',
};
const RETRO = [
  'chronicle retro context',
  'chronicle memory list',
  `chronicle memory propose <<'EOF'\n${JSON.stringify({ proposals: [PROPOSAL] })}\nEOF`,
  `chronicle retro narrative --seen ${UNWRITTEN} <<'EOF'\nThe lead.\n\n### Lock first\n\nWe looked twice.\nEOF`,
];
/** Words of the retro's instructions. */
const BODY = 'Review a session, by default the one that is ending';

it('lists recall for the model in few tokens, and not the retro, which only a person starts', async () => {
  const lab = await labWithPlugin([]);
  await lab.run(['-p', 'hello']);
  const seen = lab.requests.map(textOf).join('\n');
  const listed = /^- session-chronicle:recall: .*$/m.exec(seen)?.[0] ?? '';
  expect(listed).toContain('earlier sessions');
  expect(estimatedTokens(listed)).toBeLessThanOrEqual(90);
  expect(seen).not.toContain('session-retro');
});

it.for([
  ['plugin', '/session-retro the lock'],
  ['plugin', '/session-chronicle:session-retro the lock'],
  ['init', '/session-retro the lock'],
] as const)('%s: %s gives the agent its instructions', async ([install, prompt]) => {
  const lab = await (install === 'plugin' ? labWithPlugin : labWithGit)([]);
  if (install === 'init') initialise(lab);
  await lab.run(['-p', prompt]);
  const asked = lab.requests.map(textOf).find((text) => text.includes(BODY)) ?? '';
  const skill = install === 'plugin' ? join(inject('plugin'), 'skill') : join(lab.config, 'skills');
  expect(asked).toContain('What the human asked for, if anything: the lock');
  expect(asked).toContain(`${skill}/session-retro/references/memory-update-protocol.md`);
});

it.for(['default', 'acceptEdits', 'dontAsk'])('the retro runs unasked up to the human in %s mode', async (mode) => {
  const lab = await labWithPlugin([
    { prompt: BODY, commands: RETRO },
    { prompt: 'remember this', commands: [log('MEMORY-MISS', MISTAKE)] },
  ]);
  const client = lab.start([...STREAM, '--permission-mode', mode]);
  await client.ask('remember this');
  await client.ask('/session-retro');
  await client.end();

  const [, context, , propose, narrative] = bashCalls(lab.requests);
  expect(bashCalls(lab.requests).map(({ isError }) => isError)).toEqual(Array(5).fill(false));
  expect(context?.output).toContain(`seen: ${UNWRITTEN}`);
  expect(context?.output).toContain(PROPOSAL.events[0]);
  expect(propose?.output).toContain('PROPOSED MEMORY CHANGES:');
  expect(narrative?.output).toContain('Narrative "Lock first" written to');
  const told = { title: 'Lock first', text: 'We looked twice.' };
  expect(parseChronicle(chronicles(lab, 1)[0].text)).toMatchObject({
    chronicle: { summary: { kind: 'retro', lead: 'The lead.', narrative: told } },
    problems: [],
  });
});
