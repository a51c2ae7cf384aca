import { appendFileSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ADDRESS, type ExportBox, openExportBox } from '../commands/export-box.ts';
import { CLI } from './cli-bundle.ts';
import { hasTerminal, openTerminal } from './pseudo-terminal.ts';

function inTerminal({ box, blog }: ExportBox, ...args: string[]) {
  const target = args.length > 0 ? args : ['--to', 'markdown'];
  const command = [process.execPath, CLI, 'export', 'last', '--out', blog, ...target];
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

  it('replaces an edited post after a yes', async () => {
    const opened = openExportBox();
    opened.place();
    const { stdout } = await opened.run('export', 'last', '--to', 'markdown', '--out', opened.blog);
    const post = stdout.trim();
    appendFileSync(post, '\nMine.\n');
    const replacing = await inTerminal(opened);
    await replacing.waitFor('Replace them?');
    await replacing.press('y');
    await replacing.waitFor('ended with 0');
    expect(readFileSync(post, 'utf8')).not.toContain('Mine.');
  });
});
