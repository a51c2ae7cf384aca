/* `/observe`: only a person starts it, its commands run unasked, and a pull request waits for a yes. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { readObservations } from '#src/format/notebook/observation.ts';
import { notebookPath } from '#src/lib/paths.ts';
import { type ApiRequest, bashCalls } from './api-request.ts';
import type { Lab } from './client.ts';
import { BRANCH, chronicles, git, labWithPlugin } from './scenario.ts';
import type { Script } from './scripted-api.ts';

/** Words of the skill's body. */
const BODY = 'Take the first word of that';
const HISTORY = `chronicle observe <<'EOF'
Date: 2025-11-03
- [decision] [P1] (--:--) PostgreSQL instead of SQLite
  - Commit 4f2a9c1: SQLite locked the whole file for each write of the import
  Scope: committed
EOF`;
const CREATE = `gh pr create --base main --title 'Keep the record' --body-file - <<'EOF'\n## Summary\nIt is kept.\nEOF`;
const reference = (name: string) => join(inject('plugin'), 'skill/observe/references', name);

it.for(['/observe pr', '/session-chronicle:observe pr'])('%s gives the agent its instructions', async (prompt) => {
  const lab = await labWithPlugin([]);
  await lab.run(['-p', prompt]);
  const asked = lab.requests.map(textOf).find((text) => text.includes(BODY)) ?? '';
  expect(asked).toContain('What the human asked for: pr\n');
  expect(asked).toContain(reference('pr.md'));
});

it('is not among the skills that the model may start by itself', async () => {
  const lab = await labWithPlugin([]);
  await lab.run(['-p', 'hello']);
  const seen = lab.requests.map((request) => request.system + textOf(request)).join('\n');
  expect(seen).not.toMatch(/session-chronicle:observe|pull request from it/);
});

it.for(['default', 'acceptEdits', 'dontAsk'])('reads its references and observes unasked in %s mode', async (mode) => {
  const lab = await labWithPlugin([
    {
      prompt: BODY,
      commands: [
        { tool: 'Read', input: { file_path: reference('history.md') } },
        'chronicle notes',
        "git log --no-merges --date=short --format='%h %ad %s' -n 300",
        HISTORY,
        'chronicle observations',
        'chronicle pending',
      ],
    },
  ]);
  await lab.run(['-p', '/observe history', '--permission-mode', mode]);
  expect(bashCalls(lab.requests).map(({ isError }) => isError)).toEqual(Array(6).fill(false));
  const [chronicle] = chronicles(lab, 1);
  expect(readObservations(readFileSync(notebookPath(chronicle.path), 'utf8'))).toMatchObject([
    { title: 'PostgreSQL instead of SQLite', date: '2025-11-03', time: null, priority: 1, scope: 'committed' },
  ]);
});

it('drafts a pull request from the branch, and creates nothing until a person allows it', async () => {
  const commands = [
    { tool: 'Read', input: { file_path: reference('pr.md') } },
    'git rev-parse --abbrev-ref HEAD',
    "git log --no-merges --format='%h %s%n%b' main..HEAD",
    'git diff --stat main...HEAD',
    `chronicle search 'branch:${BRANCH} kind:event kind:observation kind:handoff' --limit 100`,
    CREATE,
  ];
  const lab = await withHub([
    { prompt: 'observe first', commands: [HISTORY] },
    { prompt: BODY, commands },
  ]);
  await lab.run(['-p', 'observe first']);
  await lab.run(['-p', '/observe pr']);
  const calls = bashCalls(lab.requests);
  expect(calls.map(({ isError, output }) => isError && output)).toEqual([...Array(6).fill(false), expect.any(String)]);
  expect(calls[5]?.output).toContain('PostgreSQL instead of SQLite');
  expect(existsSync(join(lab.home, 'created'))).toBe(false);

  await lab.run(['-p', '/observe pr', '--allowedTools', 'Bash(gh pr create:*)']);
  expect(readFileSync(join(lab.home, 'created'), 'utf8')).toBe(
    'pr create --base main --title Keep the record --body-file -\n## Summary\nIt is kept.\n',
  );
});

/** A lab with a branch of one commit above main, and a `gh` that keeps what it was given. */
async function withHub(scripts: readonly Script[]): Promise<Lab> {
  const lab = await labWithPlugin(scripts);
  const bin = join(lab.home, 'hub');
  mkdirSync(bin);
  writeFileSync(join(bin, 'gh'), '#!/bin/sh\n{ echo "$*"; cat; } > "$HOME/created"\n');
  chmodSync(join(bin, 'gh'), 0o755);
  lab.env.PATH = `${bin}:${lab.env.PATH}`;
  git(lab, 'branch', 'main');
  git(lab, '-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '--allow-empty', '-m', 'Keep it');
  return lab;
}

function textOf(request: ApiRequest): string {
  return request.messages.flatMap(({ blocks }) => blocks.map(({ text }) => text ?? '')).join('\n');
}
