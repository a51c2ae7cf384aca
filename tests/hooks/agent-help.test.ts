import { describe, expect, it } from 'vitest';
import { filesBelow, openSandbox } from './sandbox.ts';

describe('help and tags', () => {
  it.each([
    ['log', '--help'],
    ['log', '-h'],
    ['summary', '--help'],
  ])('chronicle %s %s explains the quoted heredoc, without a session', async (command, option) => {
    const box = openSandbox();
    const { code, stdout, stderr } = await box.run([command, option], 'ignore');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: chronicle ${command}`));
    expect(stdout).toContain("<<'EOF'");
    expect(filesBelow(box.root)).toEqual([]);
  });

  it('chronicle tags explains the eight tags', async () => {
    const box = openSandbox();
    const { code, stdout, stderr } = await box.run(['tags'], 'ignore', { env: { HOME: '' } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'DECISION',
      'ERROR',
      'PIVOT',
      'INSIGHT',
      'MEMORY-HIT',
      'MEMORY-MISS',
      'USER-CORRECTION',
      'BLOCKED',
    ]);
    for (const line of lines) expect(line).toMatch(/^[A-Z-]+ +\S.{20,}$/);
  });

  it('an unknown command is refused with a list of commands', async () => {
    const box = openSandbox();
    const { code, stdout, stderr } = await box.run(['lgo'], 'ignore');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^session-chronicle: There is no hook or command "lgo"\. There are session-start, .*, log, summary, .*\.\n$/,
    );
  });
});
