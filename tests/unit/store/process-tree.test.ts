import { describe, expect, it } from 'vitest';
import { childAbove, parsePs, processClock } from '#src/node/store/process-tree.ts';
import { hostShell } from '#tests/support/host-shell.ts';

describe('parsePs', () => {
  it('reads what ps prints on macOS', () => {
    const args = `/bin/zsh -c source x && eval 'chronicle memory apply p-12150d' < /dev/null`;
    expect(parsePs(7, `  501 Mon Nov  2 01:52:13 2026     ${args}\n`)).toEqual({
      pid: 7,
      parent: 501,
      started: Date.UTC(2026, 10, 2, 1, 52, 13) / 1000,
      args: `${args}\n`,
    });
  });

  it.each(['', 'x', '501 yesterday zsh', '501 Mon Nov 99 01:52:13 2026 zsh', ' '.repeat(1_000_000)])(
    'is null for anything else',
    (text) => {
      expect(parsePs(7, text)).toBe(null);
    },
  );
});

describe.skipIf(process.platform === 'win32')('childAbove', () => {
  it('is the child from which a process descends, with its arguments', async () => {
    const pid = await hostShell('chronicle tags');
    const child = childAbove(pid, process.pid);
    expect(child).toMatchObject({ pid, parent: process.pid, args: expect.stringContaining("eval 'chronicle tags'") });
    expect(child?.started).toBeGreaterThanOrEqual(processClock() ?? Number.POSITIVE_INFINITY);
    expect(childAbove(process.pid, process.ppid)?.pid).toBe(process.pid);
  });

  it('is null below another process, and undefined for a process that cannot be read', async () => {
    const pid = await hostShell('chronicle tags');
    expect([childAbove(process.pid, pid), childAbove(2 ** 22 + 1, pid)]).toEqual([null, undefined]);
  });
});
