import { describe, expect, it } from 'vitest';
import { defineCommand } from '#src/cli/command.ts';
import { COMMANDS, PURPOSES } from '#src/cli/commands.ts';
import { commandUsage, groupUsage, mainUsage } from '#src/cli/usage.ts';

const widest = (text: string) => Math.max(...text.split('\n').map(({ length }) => length));

describe('mainUsage', () => {
  const usage = mainUsage(PURPOSES);

  it('lists every command with a line, under what it is for', () => {
    for (const [name, { about }] of COMMANDS) expect(usage).toContain(`\n  ${name.padEnd(11)}  ${about}\n`);
    for (const [purpose] of PURPOSES) expect(usage).toContain(`\n\n${purpose}:\n`);
  });

  it('fits 80 columns and says what exit codes mean', () => {
    expect(widest(usage)).toBeLessThanOrEqual(80);
    expect(usage).toMatch(/\nExit codes:\n {2}0 {2}fine\n {2}1 /);
  });
});

describe('groupUsage', () => {
  it('fits 80 columns for each command of commands', () => {
    for (const [name, { commands }] of COMMANDS)
      if (commands) expect([name, widest(groupUsage(name, commands)) <= 80]).toEqual([name, true]);
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
    const usage = commandUsage(command);
    expect(usage).toContain('Usage: chronicle moor [boat] [options]\n\nTie a boat to a pier. Knots are yours.\n');
    expect(usage).toMatch(/^ {2}boat +Its name$/m);
    expect(usage).toMatch(/^ {2}--pier <north\|south> +Where to$/m);
    expect(usage).toMatch(/^ {2}--lines <value> +How many \(2 if left out\)$/m);
    expect(usage).toMatch(/^ {2}--no-fenders +Without fenders$/m);
    expect(usage).toMatch(/^ {2}-q, --quick +At once$/m);
  });

  it('adds examples, files and what exit codes mean for this one', () => {
    const usage = commandUsage(command, {
      examples: [['chronicle moor nutshell', 'ties the small one']],
      exits: { 1: 'the pier is taken' },
      files: [['<config>/piers', 'which there are']],
    });
    expect(usage).toContain('Examples:\n  chronicle moor nutshell\n      ties the small one\n');
    expect(usage).toContain('Files:\n  <config>/piers  which there are\n');
    expect(usage).toContain('  0  fine\n  1  the pier is taken\n  2  wrong use');
    expect(usage).toContain("<config> is Claude Code's directory");
  });

  it('breaks long text at 80 columns, whatever the words', () => {
    const long = defineCommand({
      meta: { name: 'chronicle moor', description: 'word '.repeat(60) },
      args: { 'an-option-with-a-very-long-name': { type: 'string', description: 'about '.repeat(40) } },
      run: () => 0,
    });
    expect(widest(commandUsage(long))).toBeLessThanOrEqual(80);
  });
});
