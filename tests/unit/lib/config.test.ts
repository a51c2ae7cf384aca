import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULTS, readConfig } from '#src/lib/config.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** Reads a settings file with this text; without one if it is undefined. */
function read(text?: string) {
  const directory = temporaryDirectory('config');
  const settings = join(directory, 'config.json');
  if (text !== undefined) writeFileSync(settings, text);
  return { settings, ...readConfig({ settings }) };
}

describe('readConfig', () => {
  it('accepts a byte order mark, which Windows editors write', () => {
    expect(read('\ufeff{"exclude": ["~/a"]}')).toMatchObject({ config: { exclude: ['~/a'] }, problem: null });
  });

  it('says that nothing is recorded if "exclude" cannot be read', () => {
    expect(read('{"exclude": ["a"]}').problem).toContain('nothing is recorded anywhere until this is fixed');
    expect(read('{"exclude": [}').problem).not.toContain('built-in settings');
  });

  it('uses the defaults without a file', () => {
    expect(read()).toMatchObject({ config: DEFAULTS, problem: null, unknown: [] });
  });

  it('reads settings and reports unknown keys', () => {
    const text = '{"roots": ["/backup"], "editor": "zed://file{path}", "taskPattern": "^T(\\\\d+)", "later": 1}';
    const { config, problem, unknown } = read(text);
    expect([problem, unknown]).toEqual([null, ['later']]);
    const set = { roots: ['/backup'], editor: 'zed://file{path}', taskPattern: /^T(\d+)/ };
    expect(config).toEqual({ ...DEFAULTS, ...set });
    const named = '{"roots": ["/a/", {"path": "/b/", "name": " laptop "}, {"path": "/c"}]}';
    expect(read(named).config).toMatchObject({ roots: ['/a', '/b', '/c'], machines: new Map([['/b', 'laptop']]) });
    expect(read('{"layers": ["log"], "layersByPath": {"~/a": ["log", "notes"]}}').config).toMatchObject({
      layers: ['log'],
      layersByPath: { '~/a': ['log', 'notes'] },
    });
    expect(read('{"export": {"hugo": {}}}').config.export).toEqual({ hugo: {} });
    expect(read('{"enabled": false, "observationThreshold": 500, "briefing": {"tokens": 0}}')).toMatchObject({
      config: {
        observer: { ...DEFAULTS.observer, enabled: false, observationThreshold: 500 },
        briefing: { tokens: 0 },
      },
      unknown: [],
    });
  });

  it.each([
    ['{', 'is not valid JSON'],
    ['[]', 'is not a JSON object'],
    ['{"roots": ["relative/path"]}', 'has an invalid "roots": expected a list of absolute paths'],
    ['{"roots": [{"path": "/a", "name": "a\\u0007b"}]}', 'has an invalid "roots"'],
    ['{"roots": [{"path": "/a", "nmae": "a"}]}', 'has an invalid "roots"'],
    [
      '{"projects": {"/me/shop": "/me/store"}}',
      'has an invalid "projects": expected an object with the new and the old paths',
    ],
    ['{"exclude": ["a/b"]}', 'has an invalid "exclude": expected a list of paths that are absolute or begin with ~/'],
    ['{"exclude": ["~jo/a"]}', 'has an invalid "exclude": expected a list of paths'],
    ['{"editor": "vscode://file/"}', `has an invalid "editor": expected an editor's URL`],
    ['{"taskPattern": "("}', 'has an invalid "taskPattern": expected a regular expression'],
    ['{"export": []}', 'has an invalid "export": expected an object'],
    ['{"layers": ["notes", "all"]}', 'has an invalid "layers": expected a list with "log", "notes" or "observations"'],
    ['{"layersByPath": ["log"]}', 'has an invalid "layersByPath": expected an object such as'],
    ['{"enabled": "no"}', 'has an invalid "enabled": expected true or false'],
    ['{"observationThreshold": 0}', 'has an invalid "observationThreshold": expected a number of tokens'],
    ['{"observationThreshold": "40k"}', 'has an invalid "observationThreshold": expected a number of tokens'],
    ['{"briefing": {"tokens": -1}}', 'has an invalid "briefing": expected an object such as'],
  ])('falls back to the defaults for %s and says why', (text, reason) => {
    const { config, problem, settings } = read(text);
    expect(config).toEqual(DEFAULTS);
    expect(problem?.startsWith(`${settings} ${reason}`)).toBe(true);
  });

  it.each([
    'vscode://file/{path}:{line}:{column}',
    'zed://file{path}',
    'idea://open?file={path}&line={line}',
    'x:{path}',
  ])('accepts the editor %s', (editor) => {
    expect(read(JSON.stringify({ editor })).config.editor).toBe(editor);
  });

  it.each([
    ['a script', ['javascript:open("{path}")', 'JavaScript:alert(1)//{path}', 'vbscript:{path}']],
    ['a hidden script', [' javascript:a("{path}")', 'java\tscript:a("{path}")', '\u0001javascript:a("{path}")']],
    ['a script in two lines', ['java\nscript:alert("{path}")']],
    ['a page', ['data:text/html,{path}', 'file://{path}', 'blob:{path}', 'view-source:{path}']],
    ['no address', ['//evil.example/{path}', '{path}']],
  ])('refuses an editor that is %s', (_, editors) => {
    for (const editor of editors) {
      const { config, problem } = read(JSON.stringify({ editor }));
      expect(config.editor, editor).toBe(DEFAULTS.editor);
      expect(problem, editor).toContain('javascript:, data:, vbscript: and file: are not allowed');
    }
  });

  it('accepts directories below the home directory, even if another setting is invalid', () => {
    const exclude = ['/work/secret', '~/private', '~'];
    expect(read(JSON.stringify({ exclude })).config.exclude).toEqual(exclude);
    const { config, problem, isExcludeLost } = read(JSON.stringify({ exclude, editor: 7 }));
    expect([config.exclude, isExcludeLost]).toEqual([exclude, false]);
    expect(problem).toContain('has an invalid "editor"');
  });

  it.each([
    ['{"facts": {"prompts": false}}', false],
    ['{"facts": {"prompts": false}, "editor": 7}', false],
    ['{"facts": {"prompts": "no"}}', false],
    ['{"facts": {"promts": false}}', false],
    ['{"facts": {"prompts": false}', false],
    ['{"facts": {}}', true],
    ['{"facts": {}, "editor": 7}', true],
    ['{"editor": 7}', true],
    ['{', true],
  ])('decides for %s whether the texts of prompts are kept: %s', (text, isKept) => {
    expect(read(text).config.facts).toEqual({ prompts: isKept });
  });

  it.each([
    ['{"exclude": ["/work/secret"], }', true],
    ['{"exclude": ["secret"]}', true],
    ['{"roots": ["a"], "exclude": ["secret"]}', true],
    ['{"roots": }', false],
    ['{"roots": ["a"]}', false],
    ['[]', false],
  ])('says for %s whether "exclude" cannot be read: %s', (text, isLost) => {
    expect(read(text).isExcludeLost).toBe(isLost);
  });

  it('reports an unreadable file', () => {
    const settings = join(temporaryDirectory('config'), 'config.json');
    mkdirSync(settings);
    const problem = expect.stringContaining('cannot be read');
    expect(readConfig({ settings })).toMatchObject({ config: DEFAULTS, problem });
  });
});
