import { expect, it } from 'vitest';
import { bashCalls } from './api-request.ts';
import { chronicles, labWithPlugin, log, summary } from './scenario.ts';

it('stores text byte for byte', async () => {
  const first = `Heredoc in $(id) and \`id\`, "double" and 'single', \\n \${HOME} !! EOF inside — ünï 日本 😀 <b>&amp;</b>`;
  const details = [
    'first detail: "$PATH"',
    '    indented further',
    'EOF inside a line',
    '- [ERROR] no event of its own',
  ];
  const lab = await labWithPlugin([{ prompt: 'log it', commands: [log('INSIGHT', [first, ...details].join('\n'))] }]);
  await lab.run(['-p', 'log it']);

  const [{ text }] = chronicles(lab, 1);
  expect(bashCalls(lab.requests)).toMatchObject([{ isError: false, output: expect.stringMatching(/e-[0-9a-f]{6}/) }]);
  expect(text).toContain(`[INSIGHT] ${first}\n${details.map((line) => `  ${line}\n`).join('')}`);
});

it('accepts 10 kB in one event', async () => {
  const lines = Array.from({ length: 100 }, (_, line) => `${line} ${'x'.repeat(96)}`);
  const lab = await labWithPlugin([{ prompt: 'log it', commands: [log('DECISION', ['Long', ...lines].join('\n'))] }]);
  await lab.run(['-p', 'log it']);
  expect(chronicles(lab, 1)[0].text).toContain(lines.map((line) => `  ${line}\n`).join(''));
});

it('keeps the order of events of every tag, each with its time', async () => {
  const tags = ['DECISION', 'ERROR', 'PIVOT', 'INSIGHT', 'MEMORY-HIT', 'MEMORY-MISS', 'USER-CORRECTION', 'BLOCKED'];
  const lab = await labWithPlugin([{ prompt: 'log it', commands: tags.map((tag) => log(tag, `About ${tag}`)) }]);
  await lab.run(['-p', 'log it']);

  const [{ events, text }] = chronicles(lab, 1);
  expect(events).toEqual(tags.map((tag) => `[${tag}] About ${tag}`));
  expect(text.match(/^- \d\d:\d\d \[/gm)).toHaveLength(tags.length);
});

it('refuses an unknown tag and suggests a known one', async () => {
  const lab = await labWithPlugin([{ prompt: 'log it', commands: [log('DECISON', 'Typo')] }]);
  await lab.run(['-p', 'log it']);
  expect(bashCalls(lab.requests)).toMatchObject([{ isError: true, output: expect.stringContaining('DECISION') }]);
  expect(chronicles(lab, 1)[0].events).toEqual([]);
});

it('replaces a summary with the next one', async () => {
  const commands = [log('ERROR', 'One'), summary('First.'), summary('Second, with `code`.\n\nAnother paragraph.')];
  const lab = await labWithPlugin([{ prompt: 'log it', commands }]);
  await lab.run(['-p', 'log it']);
  expect(chronicles(lab, 1)[0].summary).toBe('Second, with `code`.\n\nAnother paragraph.');
});
