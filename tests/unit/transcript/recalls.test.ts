import { expect, it } from 'vitest';
import { Transcript } from '../import/transcript.ts';
import { harvestOf } from './harvester.ts';

const recallsOf = (session: Transcript) => harvestOf(session.records).facts.head.recalls;

it('counts how often the agent asked the archive, with the command or a tool', () => {
  const session = new Transcript()
    .prompt('fix it')
    .runs('chronicle recall flaky redirect')
    .runs('/home/me/.claude/session-chronicle/app/bin/chronicle recall 3f6c2a10')
    .call('mcp__chronicle__recall', { question: 'redirect' })
    .call('mcp__chronicle__read', { ids: ['o-12ab34'] });
  expect(recallsOf(session)).toBe(4);
});

it('counts nothing that only names it', () => {
  const session = new Transcript()
    .prompt('chronicle recall would know')
    .runs('echo chronicle recall')
    .runs("chronicle log INSIGHT <<'EOF'\nchronicle recall finds it\nEOF")
    .runs('chronicle recalled')
    .call('mcp__github__read', { path: 'a' });
  session.rejects('chronicle recall refused');
  expect(recallsOf(session)).toBe(0);
});
