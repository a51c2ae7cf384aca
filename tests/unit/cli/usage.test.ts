import { describe, expect, it } from 'vitest';
import { defineCommand } from '#src/cli/command.ts';
import { AGENT, PEOPLE } from '#src/cli/commands.ts';
import { plain, type Text } from '#src/cli/terminal/text.ts';
import { agentUsage, commandUsage, mainUsage } from '#src/cli/usage.ts';

const widest = (text: Text) =>
  Math.max(
    ...plain(text)
      .split('\n')
      .map(({ length }) => length),
  );

describe('mainUsage and agentUsage', () => {
  it('list the 17 commands for people and the 13 for the agent', () => {
    const people =
      'init uninstall doctor status dev build preview list show search review draft export import memory plan forget';
    const agent = 'log summary tags note notes observe observations handoff pending recall brief retro mcp';
    expect([...PEOPLE.keys()].filter((name) => name !== 'series').join(' ')).toBe(people);
    expect([...AGENT.keys()].join(' ')).toBe(agent);
    for (const [name, { about }] of PEOPLE)
      expect(plain(mainUsage(PEOPLE, 200))).toContain(`\n  ${name.padEnd(12)}  ${about}\n`);
    for (const [name, { about }] of AGENT)
      expect(plain(agentUsage(AGENT, 200))).toContain(`\n  ${name.padEnd(12)}  ${about}`);
  });

  it('fit 80 columns or a narrower terminal, and say what exit codes mean', () => {
    expect([widest(mainUsage(PEOPLE, 60)) <= 60, widest(agentUsage(AGENT, 60)) <= 60]).toEqual([true, true]);
    expect([widest(mainUsage(PEOPLE, 200)) <= 80, widest(agentUsage(AGENT, 200)) <= 80]).toEqual([true, true]);
    expect(plain(mainUsage(PEOPLE, 200))).toMatch(/\nExit codes:\n {2}0 +success\n {2}1 /);
  });
});

describe('commandUsage', () => {
  const command = defineCommand({
    meta: { name: 'chronicle moor', description: 'Tie a boat to a pier. Knots are yours' },
    args: {
      boat: { type: 'positional', required: false, description: 'Its name' },
      pier: { type: 'string', valueHint: 'north|south', description: 'Where to' },
      lines: { type: 'string', default: '2', description: 'How many' },
      fenders: { type: 'boolean', default: true, negativeDescription: 'Without fenders' },
      quick: { type: 'boolean', alias: 'q', description: 'At once' },
    },
    run: () => 0,
  });

  it('says what a command takes, by name, choice and default', () => {
    const usage = plain(commandUsage(command, 200));
    expect(usage).toContain('Tie a boat to a pier. Knots are yours.\n\nUsage: chronicle moor [boat] [options]\n');
    expect(usage).toMatch(/^ {2}boat +Its name$/m);
    expect(usage).toMatch(/^ {2}--pier <north\|south> +Where to$/m);
    expect(usage).toMatch(/^ {2}--lines <value> +How many \(default: 2\)$/m);
    expect(usage).toMatch(/^ {2}--no-fenders +Without fenders$/m);
    expect(usage).toMatch(/^ {2}-q, --quick +At once$/m);
  });

  it('adds examples and what exit codes mean for this one', () => {
    const usage = plain(
      commandUsage(command, 200, {
        examples: [['chronicle moor nutshell', 'ties the small one']],
        exits: { 1: 'the pier is taken' },
      }),
    );
    expect(usage).toContain('Examples:\n  chronicle moor nutshell\n      ties the small one\n');
    expect(usage).toMatch(/Exit codes:\n {2}1 {2}the pier is taken$/);
  });
});
