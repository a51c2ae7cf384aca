/** The instructions of `/recall` match the command, and cost little where every session sees them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAllowedCommand } from '#src/memory/tool-call.ts';
import { estimatedTokens } from '#src/lib/text/plain.ts';
import { runChronicle } from '../commands/own-command.ts';
import { openQuickSandbox } from './sandbox.ts';

const text = readFileSync(new URL('../../skill/recall/SKILL.md', import.meta.url), 'utf8');
const commands = [...text.matchAll(/`(chronicle recall[^`]*)`/g)].map(([, command = '']) => command);
const options = [...text.matchAll(/`(--[a-z]+ [^`]+)`/g)].map(([, option = '']) => option);

describe('the skill /recall', () => {
  it('is one that the model may start, and names only what runs without a question', () => {
    expect(text).not.toContain('disable-model-invocation');
    // Claude Code asks before the model uses a skill that allows tools; the hook allows the command anyway.
    expect(text).not.toContain('allowed-tools');
    expect(commands.length).toBeGreaterThanOrEqual(4);
    expect(options.length).toBeGreaterThanOrEqual(5);
    for (const command of [...commands, ...options.map((option) => `chronicle recall redirect ${option}`)])
      expect(isAllowedCommand(command, '3f6c2a10'), command).toBe(true);
  });

  it('names only options that the command takes', async () => {
    const box = openQuickSandbox();
    await box.start('3f6c2a10');
    for (const option of options) {
      const words = [...option.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
      const { code, stderr } = await runChronicle(box, ['recall', 'redirect', ...words]);
      expect([code, stderr], option).toEqual([1, expect.stringMatching(/^Nothing was found/)]);
    }
  });

  it('costs every session at most 80 tokens, and 500 when it is used', () => {
    const [, description = ''] = /^description: (.*)$/m.exec(text) ?? [];
    expect(estimatedTokens(`recall: ${description}`)).toBeLessThanOrEqual(80);
    expect(estimatedTokens(text)).toBeLessThanOrEqual(500);
  });
});
