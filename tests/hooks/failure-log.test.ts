import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openQuickSandbox } from './sandbox.ts';

describe('the failure log', () => {
  it('gets a line from each of 12 hooks that fail at once', async () => {
    const box = openQuickSandbox();
    await Promise.all(Array.from({ length: 12 }, () => box.run(['session-end'], 'not JSON')));
    expect(box.failures()).toHaveLength(12);
    for (const failure of box.failures())
      expect(Object.keys(failure).sort()).toEqual(['at', 'code', 'event', 'message']);
  });

  it('never contains the environment or stdin', async () => {
    const box = openQuickSandbox();
    const secret = 'sk-ant-do-not-write-this';
    await box.run(['session-start'], `{"session_id": "../${secret}"}`, { env: { ANTHROPIC_API_KEY: secret } });
    await box.run(['session-start'], `{"${secret}`);
    expect(readFileSync(join(box.state, 'log.jsonl'), 'utf8')).not.toContain(secret);
  });

  it('is renamed when it has grown to 1 MiB', async () => {
    const box = openQuickSandbox();
    mkdirSync(box.state, { recursive: true });
    writeFileSync(join(box.state, 'log.jsonl'), '{"event":"old"}\n'.repeat(70_000));
    for (let n = 0; n < 2; n++) await box.run(['session-end'], 'not JSON');
    expect(box.failures()).toHaveLength(1);
    expect(readFileSync(join(box.state, 'log.1.jsonl'), 'utf8').split('\n')).toHaveLength(70_002);
  });
});
