/** The skill's instructions match the commands. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/commands.ts';
import { INDEX_BYTES, INDEX_LINES } from '#src/memory/memory-index.ts';
import { readFiling } from '#src/memory/filing.ts';
import { PROPOSAL_ACTIONS } from '#src/memory/memory-text.ts';
import { readMemoryText } from '#src/memory/memory-files.ts';
import { readNarrativeText } from '#src/notes/written-text.ts';

const skill = new URL('../../../../skill/session-retro/', import.meta.url);
const main = readFileSync(new URL('SKILL.md', skill), 'utf8');
const protocol = readFileSync(new URL('references/memory-update-protocol.md', skill), 'utf8');
const template = readFileSync(new URL('references/narrative-template.md', skill), 'utf8');

const heredoc = (text: string, command: string) =>
  new RegExp(`${command}[^\\n]* <<'EOF'\\n([\\s\\S]*?)\\nEOF\\n`).exec(text)?.[1] ?? '';

it('the example of a filing is valid', () => {
  const { proposals } = readFiling(heredoc(protocol, 'chronicle memory propose'));
  expect(proposals).toHaveLength(2);
  expect(readMemoryText(proposals[0]?.text ?? '')).toMatchObject({
    name: 'money-in-cents',
    type: 'feedback',
    fault: null,
  });
});

it('the example of a memory is valid for Claude Code', () => {
  const text = /```markdown\n([\s\S]*?)```/.exec(protocol)?.[1] ?? '';
  expect(readMemoryText(text)).toMatchObject({ name: 'money-in-cents', type: 'feedback', fault: null });
});

it('the example of a narrative is valid', () => {
  expect(readNarrativeText(heredoc(template, 'chronicle retro narrative'))).toMatchObject({
    lead: expect.stringContaining('no longer doubles'),
    title: 'The same file under two names',
  });
});

it('the protocol names the four actions and the limits of the index', () => {
  const rows = [...protocol.matchAll(/^\| `([A-Z?]+)` \|/gm)].map(([, action]) => action);
  expect(rows).toEqual([...PROPOSAL_ACTIONS]);
  expect(protocol).toContain(`${INDEX_LINES} lines and ${INDEX_BYTES.toLocaleString('en-GB')} bytes`);
});

it('only a person starts the skill, and it may not write memory without asking', () => {
  const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(main) ?? [];
  expect(frontMatter).toContain('name: session-retro\n');
  expect(frontMatter).toContain('\ndisable-model-invocation: true\n');
  const tools = /^allowed-tools: (.+)$/m.exec(frontMatter)?.[1]?.split(', ') ?? [];
  expect(tools).toEqual(expect.arrayContaining(['Read', 'Bash(chronicle retro context:*)']));
  expect(tools.filter((tool) => /Write|Edit|^Bash$|apply|undo|review/.test(tool))).toEqual([]);
});

it('names only existing commands and references', () => {
  const commands = [...(main + protocol + template).matchAll(/chronicle (retro|memory) ([a-z]+)/g)].filter(
    ([, , name]) => name !== 'commands',
  );
  expect(commands.length).toBeGreaterThan(0);
  for (const [, group = '', name = ''] of commands)
    expect([...(COMMANDS.get(group)?.commands?.keys() ?? [])], group).toContain(name);
  const named = [...main.matchAll(/\$\{CLAUDE_SKILL_DIR\}\/references\/([a-z-]+\.md)/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(readdirSync(new URL('references/', skill))));
});
