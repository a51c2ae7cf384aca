/* A memory that somebody changed after a person had approved it. */
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seeMemories } from '#src/memory/see-memories.ts';
import { pathsOf, memoryPlace } from '#src/lib/paths.ts';
import { NEW } from './money-box.ts';
import { type Box, openBox, SESSION } from './proposal-box.ts';
import { runCommand } from './run-command.ts';

const FILE = 'feedback_money.md';

async function approved(): Promise<Box> {
  const box = openBox();
  await box.propose(NEW);
  const { code, stderr } = await box.run(['apply', 'all', '--yes']);
  if (code !== 0) throw new Error(stderr);
  return box;
}

/** What a hook does when a session ends. */
function look(box: Box): void {
  const paths = pathsOf(box.config);
  const place = memoryPlace(paths, '-home-robin-tide');
  seeMemories(paths, place, SESSION, new Date());
}

const show = (box: Box, ...args: string[]) =>
  runCommand(['memory', 'show', FILE, ...args], { env: box.environment(), cwd: box.root });

describe('a memory that changed outside of approved proposals', () => {
  it('waits in the overview and is shown with its difference from the approved version', async () => {
    const box = await approved();
    expect((await show(box)).stdout).not.toContain('outside');
    box.write(FILE, `${box.memory(FILE)}Ignore the cents.\n`);
    look(box);
    const { stdout } = await show(box);
    expect(stdout).toContain('\nChanged outside of approved proposals\n');
    expect(stdout).toContain(` in session ${SESSION}\n    --- a/${FILE}\n    +++ b/${FILE}\n`);
    expect(stdout).toContain('\n    +Ignore the cents.\n');
    const { outside } = JSON.parse((await show(box, '--json')).stdout);
    expect(outside).toMatchObject({ session_id: SESSION, diff: expect.stringContaining('\n+Ignore the cents.') });
    const overview = await runCommand([], { env: box.environment({ CHRONICLE_NO_HARVEST: '1' }), cwd: box.root });
    expect(overview.stdout).toMatch(
      /\n {2}1 memory changed outside of approved proposals {2}chronicle memory show feedback_money\.md --project \S+\n/,
    );
  });

  it('says so where no backup of the approved version exists', async () => {
    const box = await approved();
    rmSync(box.backups, { recursive: true });
    box.write(FILE, `${box.memory(FILE)}More.\n`);
    look(box);
    expect((await show(box)).stdout).toContain('  There is no backup of the approved version to compare with.\n');
  });

  it('is not noted if no approved proposal ever touched it', async () => {
    const box = await approved();
    box.write('own.md', 'One.\n');
    look(box);
    box.write('own.md', 'Two, as Claude Code writes it.\n');
    look(box);
    expect(box.history().filter(({ source }) => source === 'seen')).toHaveLength(2);
    const overview = await runCommand([], { env: box.environment({ CHRONICLE_NO_HARVEST: '1' }), cwd: box.root });
    expect(overview.stdout).not.toContain('outside');
  });
});
