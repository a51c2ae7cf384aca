import { describe, expect, it } from 'vitest';
import { answer, decisionOf } from './gate-box.ts';
import { toolPayload } from './payloads.ts';
import { openQuickSandbox } from './sandbox.ts';

describe('a command that deletes without asking', () => {
  const box = openQuickSandbox();

  it.each([
    'chronicle forget 2026-03-24-main --yes',
    'chronicle forget --yes --text secret',
    'chronicle forget x --yes=true',
    'chronicle forget --empty --yes',
    'chronicle uninstall --yes',
    'chronicle forget --empty -y',
    'chronicle uninstall -y',
    'chronicle forget x --y',
    'chronicle forget x -yes',
    'chronicle forget x -y=true',
    "bash -c 'chronicle forget x -y'",
    'env A=1 chronicle uninstall --purge -y',
    'chronicle uninstall --purge --yes',
    'chronicle \'forget\' x "--yes"',
    'X=1 chronicle forget --empty --yes',
    'env -u CLAUDECODE chronicle forget --empty --yes',
    '/opt/plugin/bin/chronicle forget x --yes',
    'npx session-chronicle forget x --yes',
    'npx -y session-chronicle@1.2.3 uninstall --purge --yes',
    'node /opt/session-chronicle/hooks/dist/cli.mjs forget --empty --yes',
    'cd /tmp && chronicle forget --empty --yes',
    'yes | script -qc "chronicle uninstall --purge" /dev/null',
    "bash -c 'chronicle forget x --yes'",
    'chronicle for\\get x --y""es',
    'c=chronicle; $c forget --empty --yes',
    'chronicle forget x $FLAGS',
    'chronicle $VERB x --yes',
    'chronicle {forget,--empty,--yes}\nyes',
    '$(which chronicle) uninstall --purge --yes',
    "cat > s.sh <<'EOF'\nchronicle forget --empty --yes\nEOF\nbash s.sh",
    'chronicle forget --empty \\\n  --yes',
    'CHRONICLE FORGET --EMPTY --YES',
    'chronicle forget x --y\\\nes',
    'chronicle for\\\nget x --yes',
    'node hooks/dist/cli.mjs forget x --yes',
  ])('needs approval: %j', async (command) => {
    const { decision, reason } = await answer(box, toolPayload(command));
    expect([decision, reason]).toEqual(['ask', expect.stringContaining('Only a person decides what is deleted')]);
  });

  it.each(['acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'])('needs approval in %s mode', async (mode) => {
    expect(await decisionOf(box, toolPayload('chronicle forget --empty --yes', { permission_mode: mode }))).toBe('ask');
  });

  it.each([
    'chronicle forget 2026-03-24-main --dry-run',
    'chronicle forget --empty',
    'chronicle uninstall',
    'chronicle list --yes',
    'git log --grep "chronicle forget"',
    'grep -rn forget src/session-chronicle',
    'chronicle init --yes',
    'ls',
  ])('does not include %j', async (command) => {
    expect(await decisionOf(box, toolPayload(command))).toBe(null);
  });

  it('is not the text of an event', async () => {
    const command = "chronicle log DECISION <<'EOF'\nchronicle forget --empty --yes was run by hand\nEOF";
    expect(await decisionOf(box, toolPayload(command))).toBe('allow');
  });

  it('is searched for once in a long command', async () => {
    for (const text of ['chronicle -x x ', 'chronicle', '-x chronicle ', '$x -y ', ') -'])
      expect(await decisionOf(box, toolPayload(`true yes; ${text.repeat(100_000)}`))).toBe(null);
  });
});
