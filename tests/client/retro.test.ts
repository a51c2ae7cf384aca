import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { eventId } from '#src/format/event-id.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { summaryDigest } from '#src/format/read.ts';
import { type ApiRequest, bashCalls } from './api-request.ts';
import { STREAM } from './client.ts';
import { chronicles, installPlugin, labWithGit, labWithPlugin, log } from './scenario.ts';

const UNWRITTEN = summaryDigest({ kind: 'none', lead: '', narrative: null });
const MISTAKE = 'Took the lock after the check';
const PROPOSAL = {
  action: 'NEW',
  file: 'feedback_locks.md',
  text: '---\nname: lock-first\ndescription: Take the lock before the check\nmetadata:\n  type: feedback\n---\n\nLock first.\n',
  events: [eventId('MEMORY-MISS', MISTAKE)],
  reason: 'It was taken too late.',
};
const PROPOSE = `chronicle memory propose <<'EOF'\n${JSON.stringify({ proposals: [PROPOSAL] })}\nEOF`;
const NARRATE = `chronicle retro narrative --seen ${UNWRITTEN} <<'EOF'\nThe lead.\n\n### Lock first\n\nWe looked twice.\nEOF`;
const RETRO = ['chronicle retro context', 'chronicle memory list', PROPOSE, NARRATE];

const textOf = (request: ApiRequest) =>
  request.messages.flatMap(({ blocks }) => blocks.map(({ text }) => text ?? '')).join('\n');
/** Words of the skill's body. */
const BODY = 'Review a session, by default the one that is ending';

it.for(['/session-retro the lock', '/session-chronicle:session-retro the lock'])(
  '%s gives the agent its instructions',
  async (prompt) => {
    const lab = await labWithPlugin([]);
    await lab.run(['-p', prompt]);
    const asked = lab.requests.map(textOf).find((text) => text.includes(BODY)) ?? '';
    expect(asked).toContain('What the human asked for, if anything: the lock');
    expect(asked).toContain(`${join(inject('plugin'), 'skill/session-retro')}/references/memory-update-protocol.md`);
  },
);

it('is not among the skills that the model may start by itself', async () => {
  const lab = await labWithPlugin([]);
  await lab.run(['-p', 'hello']);
  expect(lab.requests.map((request) => request.system + textOf(request)).join('\n')).not.toContain('session-retro');
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

  const [, context, list, propose, narrative] = bashCalls(lab.requests);
  expect(bashCalls(lab.requests).filter(({ isError }) => isError)).toEqual([]);
  expect(context?.output).toContain(`seen: ${UNWRITTEN}`);
  expect(context?.output).toContain(PROPOSAL.events[0]);
  expect(list?.command).toBe('chronicle memory list');
  expect(propose?.output).toContain('PROPOSED MEMORY CHANGES:');
  expect(narrative?.output).toContain('Narrative "Lock first" written to');
  const [{ text }] = chronicles(lab, 1);
  expect(parseChronicle(text)).toMatchObject({
    chronicle: {
      summary: { kind: 'retro', lead: 'The lead.', narrative: { title: 'Lock first', text: 'We looked twice.' } },
    },
    problems: [],
  });
});

it("the plugin passes the host's own check", async () => {
  const lab = await labWithGit([]);
  await installPlugin(lab);
  const { code, stdout } = await lab.run(['plugin', 'validate', inject('plugin')]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('Validation passed')]);
  expect(readFileSync(join(inject('plugin'), 'skill/session-retro/SKILL.md'), 'utf8')).not.toMatch(
    /^allowed-tools:.*(?:Write|Edit|memory apply|memory undo)/m,
  );
});
