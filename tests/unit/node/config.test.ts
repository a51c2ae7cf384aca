import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/node/config.ts';

const DEFAULTS = { roots: [], editor: 'vscode://file/{path}:{line}:{column}', taskPattern: undefined };

/** Reads a settings file with this text; without one if it is undefined. */
function read(text?: string) {
  const directory = mkdtempSync(join(tmpdir(), 'chronicle-config-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const settings = join(directory, 'config.json');
  if (text !== undefined) writeFileSync(settings, text);
  return { settings, ...readConfig({ settings }) };
}

describe('readConfig', () => {
  it('has defaults where there is no file', () => {
    expect(read()).toMatchObject({ config: DEFAULTS, problem: null });
  });

  it('takes what is set, and ignores keys it does not know', () => {
    const { config, problem } = read(
      '{"roots": ["/backup/projects"], "editor": "zed://file{path}:{line}", "taskPattern": "^T(\\\\d+)", "later": 1}',
    );
    expect(problem).toBeNull();
    expect(config).toEqual({ roots: ['/backup/projects'], editor: 'zed://file{path}:{line}', taskPattern: /^T(\d+)/ });
  });

  it.each([
    ['{', 'is not JSON'],
    ['', 'is not JSON'],
    ['[]', 'is not a JSON object'],
    ['"x"', 'is not a JSON object'],
    ['{"roots": "/a"}', 'has a "roots" that is not a list of absolute paths'],
    ['{"roots": ["relative/path"]}', 'has a "roots" that is not a list of absolute paths'],
    ['{"editor": ""}', 'has a "editor" that is not a URL'],
    ['{"taskPattern": "("}', 'has a "taskPattern" that is not a regular expression'],
    ['{"taskPattern": 7}', 'has a "taskPattern" that is not a regular expression'],
  ])('falls back to the defaults for %s and says why', (text, reason) => {
    const { config, problem, settings } = read(text);
    expect(config).toEqual(DEFAULTS);
    expect(problem?.startsWith(`${settings} ${reason}`)).toBe(true);
  });

  it('says so when the file cannot be read', () => {
    const directory = mkdtempSync(join(tmpdir(), 'chronicle-config-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    mkdirSync(join(directory, 'config.json'));
    expect(readConfig({ settings: join(directory, 'config.json') })).toMatchObject({
      config: DEFAULTS,
      problem: expect.stringContaining('cannot be read'),
    });
  });
});
