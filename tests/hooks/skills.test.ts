/** The instructions of `/observe` match the commands, and its examples are kept as they are. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, describe } from 'vitest';
import { COMMANDS } from '#src/cli/commands.ts';
import { isAllowedCommand } from '#src/memory/tool-call.ts';
import { estimatedTokens } from '#src/lib/text/plain.ts';
import { runChronicle } from '../commands/own-command.ts';
import { openQuickSandbox } from './sandbox.ts';

const skill = new URL('../../skill/observe/', import.meta.url);
const main = readFileSync(new URL('SKILL.md', skill), 'utf8');
const names = readdirSync(new URL('references/', skill));
const references = names.map((name) => [name, readFileSync(new URL(`references/${name}`, skill), 'utf8')] as const);
const examples = references.flatMap(([name, text]) =>
  [...text.matchAll(/^chronicle (observe|handoff) <<'EOF'\n([\s\S]*?)\nEOF$/gm)].map(
    ([, command = '', input = '']) => [name, command, input] as const,
  ),
);

it.each(examples)('%s: chronicle %s keeps the example', async (_, command, input) => {
  const box = openQuickSandbox();
  await box.start('3f6c2a10');
  const { code, stdout, stderr } = await box.run([command], input, { env: { CLAUDE_CODE_SESSION_ID: '3f6c2a10' } });
  expect([code, stderr]).toEqual([0, '']);
  const titles = [...input.matchAll(/^- \[/gm)].length;
  expect(stdout.match(/\bo-[0-9a-f]{6}\b/g) ?? []).toHaveLength(titles);
});

it('names only commands that exist and that run without a question', () => {
  const allowed = /^allowed-tools: (.+)$/m.exec(main)?.[1]?.split(', ') ?? [];
  const texts = [main, ...references.map(([, text]) => text)].join('\n');
  const commands = [...texts.matchAll(/`(chronicle ([a-z]+)[^`]*)`|^(chronicle ([a-z]+).*)$/gm)].map(
    ([, inline, name, line, other]) => ({
      name: name ?? other ?? '',
      text: (inline ?? line ?? '').replace(/ <<.*/, ''),
    }),
  );
  expect(commands.length).toBeGreaterThan(20);
  for (const { name, text } of commands) {
    expect([...COMMANDS.keys()], text).toContain(name);
    if (name !== 'note') expect(allowed, text).toContain(`Bash(chronicle ${name}:*)`);
    expect(isAllowedCommand(text.replace(/<[a-z]+>/g, 'x'), '3f6c2a10'), text).toBe(true);
  }
});

it('is started by a person only, and may neither write files nor reach a remote without a question', () => {
  const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(main) ?? [];
  expect(frontMatter).toContain('name: observe\n');
  expect(frontMatter).toContain('\ndisable-model-invocation: true\n');
  const tools = /^allowed-tools: (.+)$/m.exec(frontMatter)?.[1]?.split(', ') ?? [];
  expect(tools.filter((tool) => tool !== 'Read' && !/^Bash\(chronicle [a-z]+:\*\)$/.test(tool))).toEqual([]);
});

const recall = readFileSync(new URL('../../skill/recall/SKILL.md', import.meta.url), 'utf8');
const commands = [...recall.matchAll(/`(chronicle recall[^`]*)`/g)].map(([, command = '']) => command);
const options = [...recall.matchAll(/`(--[a-z]+ [^`]+)`/g)].map(([, option = '']) => option);

describe('the skill /recall', () => {
  it('is one that the model may start, and names only what runs without a question', () => {
    expect(recall).not.toContain('disable-model-invocation');
    // Claude Code asks before the model uses a skill that allows tools; the hook allows the command anyway.
    expect(recall).not.toContain('allowed-tools');
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
    const [, description = ''] = /^description: (.*)$/m.exec(recall) ?? [];
    expect(estimatedTokens(`recall: ${description}`)).toBeLessThanOrEqual(80);
    expect(estimatedTokens(recall)).toBeLessThanOrEqual(500);
  });
});
