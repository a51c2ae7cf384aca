import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEW, openBox } from './proposal-box.ts';

describe('chronicle memory skip', () => {
  it('keeps skipped proposals with their date, and all other lines unchanged', async () => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    const path = join(box.chronicle, 'memory/proposals.jsonl');
    appendFileSync(path, 'not a proposal \xff\n{"id": "p-half"');
    const foreign = readFileSync(path, 'latin1').split('\n').slice(1).join('\n');
    expect(await box.run(['skip', id])).toEqual({
      code: 0,
      stdout: `${id} [NEW] feedback_money.md: skipped.\n`,
      stderr: '',
    });
    expect(box.proposals()).toMatchObject([{ id, state: 'skipped', decided: expect.stringMatching(/^20/) }]);
    expect(readFileSync(path, 'latin1').split('\n').slice(1).join('\n')).toContain(foreign.trimEnd());
    expect(await box.run(['skip', id])).toMatchObject({ code: 2, stderr: expect.stringContaining('was skipped on') });
  });

  it('takes --yes, as apply and undo do, although it does not ask', async () => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    expect(await box.run(['skip', 'all', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    expect(box.proposals()).toMatchObject([{ id, state: 'skipped' }]);
  });
});
