import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ExportBox, openExportBox } from '../commands/export-box.ts';
import { CLI } from './cli-bundle.ts';
import { hasTerminal, openTerminal } from './pseudo-terminal.ts';

const ADDRESS = ['ada', 'quarrel-works.dev'].join('@');

function inTerminal({ box, blog }: ExportBox, ...args: string[]) {
  const command = [process.execPath, CLI, 'export', 'last', '--to', 'markdown', '--out', blog, ...args];
  return openTerminal(command, { env: box.environment({ CLAUDE_PID: undefined, TERM: 'xterm' }), cwd: box.project });
}

describe.skipIf(!hasTerminal)('chronicle export in a terminal (needs tmux)', () => {
  it('shows what may be private, exports it after a yes, and does not ask again', async () => {
    const opened = openExportBox();
    opened.place({ story: `Write to ${ADDRESS} then.` });
    const refusing = await inTerminal(opened);
    await refusing.waitFor('Export with these as they are?');
    expect(await refusing.screen()).toContain(`e-mail address "${ADDRESS}": body, line 1`);
    await refusing.press('n');
    await refusing.waitFor('ended with 1');
    expect(opened.inBlog()).toEqual({});
    const agreeing = await inTerminal(opened);
    await agreeing.waitFor('Export with these as they are?');
    await agreeing.press('y');
    await agreeing.waitFor('ended with 0');
    expect(Object.values(opened.inBlog()).join('')).toContain(ADDRESS);
    const again = await opened.run('export', 'last', '--to', 'hugo', '--out', opened.blog);
    expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('to review')]);
  });

  it('shows how a post differs, and writes beside it after a yes', async () => {
    const opened = openExportBox();
    opened.place({});
    const { stdout } = await opened.run('export', 'last', '--to', 'markdown', '--out', opened.blog);
    appendFileSync(stdout.trim(), '\nMine.\n');
    const asking = await inTerminal(opened);
    await asking.waitFor('Write it under another name beside that one?');
    expect(await asking.screen()).toContain('-Mine.');
    await asking.press('y');
    await asking.waitFor('ended with 0');
    expect(readdirSync(opened.blog).filter((name) => name.endsWith('.md'))).toHaveLength(2);
    expect(Object.values(opened.inBlog()).filter((text) => text.includes('Mine.'))).toHaveLength(1);
    expect(await asking.screen()).toContain(join(opened.blog, 'the-third-time-2.md'));
  });
});
