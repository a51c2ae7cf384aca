import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answer, decisionOf } from './gate-box.ts';
import { toolPayload } from './payloads.ts';
import { openQuickSandbox } from './sandbox.ts';

describe('a command that changes memory', () => {
  const box = openQuickSandbox();

  it.each([
    'chronicle memory apply all',
    'chronicle memory apply p-12150d p-77aa01',
    'chronicle memory undo p-12150d',
    'chronicle memory skip p-12150d',
    'chronicle memory skip all',
    'chronicle memory apply --yes all',
    'chronicle memory apply p-12150d --session c8b05489-c840-4975-89ad-df787a5ec124',
    'chronicle --quiet memory apply all',
    'npx session-chronicle@1.2.3 memory apply all',
    '$X memory apply all # chronicle p-12150d',
    'chronicle memory apply $X # p-12150d',
    'chronicle memory skip $(cat ids)',
    'cd . && chronicle memory skip all',
    "chronicle memory 'apply' all",
    "chronicle memory apply all <<'EOF'\ny\nEOF",
    '  chronicle  memory   apply all',
    'chronicle memory apply all\n',
    'chronicle\tmemory\tapply all',
    'chronicle \\\n  memory apply all',
    'cd . && chronicle memory apply all',
    'true; chronicle memory undo last',
    'env chronicle memory apply all',
    'X=1 chronicle memory apply all',
    'CLAUDECODE= chronicle memory apply all --yes',
    '/opt/plugin/bin/chronicle memory apply all',
    '"$CLAUDE_PLUGIN_ROOT/bin/chronicle" memory apply all',
    'node /opt/plugin/hooks/dist/cli.mjs memory apply all',
    "bash -c 'chronicle memory apply all'",
    'eval "chronicle memory apply all"',
    "bash <<'EOF'\nchronicle memory apply all\nEOF",
    "cat > s.sh <<'EOF'\nchronicle memory apply all\nEOF\nbash s.sh",
    'echo $(chronicle memory apply all)',
    'echo `chronicle memory undo last`',
    'ch\'\'ronicle mem"or"y ap\\ply all',
    'c=chronicle; $c memory apply all',
    '$(which chronicle) memory apply all',
    'env chronicle --project x memory apply all',
    'chronicle memory $VERB all',
    'chronicle memory {apply,all}',
    'for id in p-12150d p-77aa01; do chronicle memory apply $id; done',
    'chronicle memory apply all 2>&1 | head',
    'chronicle memory apply all &',
    '(chronicle memory apply all)',
    'if true; then chronicle memory apply all; fi',
    'echo p-12150d | xargs chronicle memory apply',
    "chronicle log ERROR <<'EOF' && chronicle memory apply all\ntext\nEOF",
    "chronicle log ERROR <<'EOF'\ntext\nEOF\nchronicle memory apply all",
    'CHRONICLE MEMORY APPLY ALL',
  ])('needs approval: %j', async (command) => {
    expect(await decisionOf(box, toolPayload(command))).toBe('ask');
  });

  it.each([
    'chronicle memory undo',
    'chronicle memory undo last',
    'chronicle memory undo p-12150d p-77aa01',
    'chronicle memory apply',
    'chronicle memory apply last',
    'chronicle memory apply all p-12150d',
    'chronicle memory apply p-12150d,p-77aa01',
    'chronicle memory apply --project tidemark all',
    'chronicle memory apply --project=tidemark p-12150d',
    'chronicle memory --project tidemark apply all',
    'chronicle memory apply all --session other',
    'chronicle memory apply all --session=other',
    'chronicle memory skip all --session other',
    'chronicle memory --yes apply all',
  ])('is refused if it does not say literally what it would change: %j', async (command) => {
    const { decision, reason } = await answer(box, toolPayload(command));
    expect([decision, reason]).toEqual(['deny', expect.stringContaining('takes only')]);
  });

  it.each(['default', 'plan', 'acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'])(
    'needs approval in %s mode',
    async (permission_mode) => {
      expect(await decisionOf(box, toolPayload('chronicle memory apply all', { permission_mode }))).toBe('ask');
    },
  );

  it('needs approval in a subagent', async () => {
    const payload = toolPayload('chronicle memory apply all', { agent_id: 'a1', agent_type: 'Explore' });
    expect(await decisionOf(box, payload)).toBe('ask');
  });

  it('is refused for the Monitor tool, whose commands leave no ticket', async () => {
    for (const command of ['chronicle memory apply p-12150d', 'cd . && chronicle memory apply all'])
      expect(await decisionOf(box, toolPayload(command, { tool_name: 'Monitor' }))).toBe('deny');
    expect(await decisionOf(box, toolPayload('chronicle forget --empty --yes', { tool_name: 'Monitor' }))).toBe('ask');
    expect(await decisionOf(box, toolPayload('chronicle tags', { tool_name: 'Monitor' }))).toBe(null);
  });

  it('needs approval even if the ticket cannot be written', async () => {
    const blocked = openQuickSandbox();
    mkdirSync(blocked.config);
    writeFileSync(blocked.state, '');
    expect(await decisionOf(blocked, toolPayload('chronicle memory apply all'))).toBe('ask');
  });

  it.each([
    'chronicle memory list',
    'chronicle memory apply --help',
    'chronicle memory audit && ls',
    "git commit -m 'chronicle: document memory apply'",
    'grep -rn chronicle docs; echo memory undo',
    'grep -rn apply src/memory',
    'cat ~/.claude/projects/x/chronicle/a.md | grep memory',
    'ls',
  ])('does not include %j', async (command) => {
    expect(await decisionOf(box, toolPayload(command))).toBe(null);
  });

  it.each(['log ERROR', 'summary', 'memory propose', 'retro narrative --seen abc'])(
    'is not the text of chronicle %s',
    async (command) => {
      const text = '{"text": "**How to apply:** chronicle memory apply all, chronicle memory undo last"}';
      const payload = toolPayload(`chronicle ${command} <<'EOF'\n${text}\nEOF`);
      expect(await decisionOf(box, payload)).toBe('allow');
    },
  );

  it('is searched for once in a long command', async () => {
    const long = (text: string) => toolPayload(`true; ${text.repeat(200_000)}`);
    expect(await decisionOf(box, long('chronicle '))).toBe(null);
    expect(await decisionOf(box, long('chronicle memory -x '))).toBe(null);
    expect(await decisionOf(box, long('chronicle -x x '))).toBe(null);
    expect(await decisionOf(box, long('chronicle -x memory -x '))).toBe(null);
  });
});

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
