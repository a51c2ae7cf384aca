import { describe, expect, it } from 'vitest';
import { failedEvent, toolEvent, withEvent } from '#src/transcript/unobserved.ts';

const bash = (command: string) => toolEvent({ id: 'a', name: 'Bash', input: { command } });

describe('toolEvent', () => {
  it.each([
    ['npm test', 'npm test'],
    ['npm run build:prod', 'npm run build:prod'],
    ['cd web && PASSWORD=hunter2 npm test -- login 2>&1 | tail -5', 'npm test'],
    ['npx vitest run src/a.test.ts --seed 3', 'npx vitest'],
    ['git push origin main', 'git push'],
    ['pip install requests', 'pip install'],
    ['docker build -t x .', 'docker build'],
    ['cargo publish', 'cargo publish'],
    ['./deploy.sh --token s3cr3t', 'deploy.sh'],
    ['deploy s3cr3t', 'deploy'],
    ['cd web && npm ci && npm run deploy -- --token s3cr3t', 'npm run deploy'],
    ["bash -c 'make install'", 'make install'],
  ])('tells %s as %s', (command, name) => {
    expect(bash(command)).toEqual({ name, isTold: true });
  });

  it.each([
    'cat latest.txt',
    'pushd build',
    'contest',
    'cat test',
    'ls tests',
    'grep -rn deploy src',
    'vim build.ts',
    'rm -rf build',
    'echo "0 errors found"',
    'curl -u a:b https://example.org/deploy',
    'git log',
    'mkdir -p build/test',
    'sleep 5',
    '',
  ])('does not tell %s', (command) => {
    expect(bash(command).isTold).toBe(false);
  });

  it.each([
    ['Write', { file_path: '/home/me/secret/login.ts' }, 'Write login.ts'],
    ['Edit', { file_path: 'C:\\Users\\me\\login.ts' }, 'Edit login.ts'],
    ['MultiEdit', { file_path: 'login.ts' }, 'MultiEdit login.ts'],
    ['NotebookEdit', { notebook_path: '/x/a.ipynb' }, 'NotebookEdit a.ipynb'],
  ])('tells %s by the name of its file', (name, input, told) => {
    expect(toolEvent({ id: 'a', name, input })).toEqual({ name: told, isTold: true });
  });

  it('tells other tools only if they fail, without their arguments', () => {
    expect(toolEvent({ id: 'a', name: 'Read', input: { file_path: '/x/a.ts' } })).toEqual({
      name: 'Read a.ts',
      isTold: false,
    });
    const mcp = { id: 'a', name: 'mcp__db__query', input: { sql: 'select s3cr3t' } };
    expect(toolEvent(mcp)).toEqual({ name: 'mcp__db__query', isTold: false });
  });

  it('is short', () => {
    expect(toolEvent({ id: 'a', name: 'Edit', input: { file_path: 'x'.repeat(1e6) } }).name).toHaveLength(60);
  });
});

describe('withEvent', () => {
  it('keeps an event once, as the last one, and twenty in all', () => {
    expect(withEvent(['a', 'b'], 'a')).toEqual(['b', 'a']);
    expect(withEvent(['a', 'b'], failedEvent('a'))).toEqual(['b', 'a (failed)']);
    expect(withEvent(Array.from({ length: 20 }, String), 'x')).toHaveLength(20);
  });
});
