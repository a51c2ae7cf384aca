import { describe, expect, it } from 'vitest';
import { filesBelow, openQuickSandbox } from './sandbox.ts';

describe('help and tags', () => {
  it.each([
    ['log', '--help'],
    ['log', '-h'],
    ['summary', '--help'],
  ])('chronicle %s %s explains the quoted heredoc, without a session', async (command, option) => {
    const box = openQuickSandbox();
    expect(await box.run([command, option], 'ignore')).toSucceed(new RegExp(`^Usage: chronicle ${command}`), "<<'EOF'");
    expect(filesBelow(box.root)).toEqual([]);
  });
});
