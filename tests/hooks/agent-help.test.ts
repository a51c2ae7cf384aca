import { describe, expect, it } from 'vitest';
import { filesBelow, openQuickSandbox } from './sandbox.ts';

describe('help and tags', () => {
  it.each([
    ['log', '--help'],
    ['log', '-h'],
    ['summary', '--help'],
  ])('chronicle %s %s explains the quoted heredoc, without a session', async (command, option) => {
    const box = openQuickSandbox();
    const { code, stdout, stderr } = await box.run([command, option], 'ignore');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: chronicle ${command}`));
    expect(stdout).toContain("<<'EOF'");
    expect(filesBelow(box.root)).toEqual([]);
  });
});
