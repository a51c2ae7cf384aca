import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOOK_EVENT_NAMES, HOOK_EVENTS } from '#src/setup/hook-entries.ts';
import { layerChoices } from '#src/setup/layers.ts';
import { isDone } from '#src/setup/install.ts';
import { LAYERS, type Layer } from '#src/lib/config.ts';
import { openBox } from './install-box.ts';

const SETTINGS = 'home/.claude/settings.json';
const CONFIG = 'home/.claude/session-chronicle/config.json';
const THEIRS = '{\n\t"model": "opus",\n\t"hooks": { "Stop": [ ], "PostToolUseFailure": [ ] }\n}';
const CHOICES = layerChoices();
const [ALL = [], USUAL = [], LEAST = []] = CHOICES;
const PAIRS = [
  [ALL, LEAST],
  [LEAST, ALL],
  [USUAL, USUAL],
] as const;

const eventsOf = (layers: readonly Layer[]) =>
  HOOK_EVENT_NAMES.filter((event) => layers.includes(HOOK_EVENTS[event].layer)).toSorted();

type Box = ReturnType<typeof openBox>;

/** The events under which a settings file has hooks. */
function installedIn(box: Box, path = SETTINGS): string[] {
  const { hooks } = JSON.parse(box.read(path)) as { hooks: Record<string, unknown[]> };
  return Object.keys(hooks)
    .filter((event) => (hooks[event]?.length ?? 0) > 0)
    .toSorted();
}

/** Everything but the owner's settings, which stay after an uninstall. */
function othersIn(box: Box): Map<string, string> {
  const all = box.all();
  all.delete(CONFIG);
  return all;
}

describe('init with layers', () => {
  it.each(PAIRS)('installs the hooks of %j, then of %j, and restores every byte', (first, second) => {
    const box = openBox();
    box.write(SETTINGS, THEIRS);
    const before = box.all();
    for (const layers of [first, second]) {
      box.init({ layers });
      expect(installedIn(box)).toEqual(eventsOf(layers));
      expect(isDone(box.plan())).toBe(true);
      expect(isDone(box.plan({ layers }))).toBe(true);
    }
    box.uninstall();
    expect(othersIn(box)).toEqual(before);
  });

  it('writes the settings only for another choice, and keeps all their other values and a backup', () => {
    const box = openBox();
    box.init({ layers: ['log', 'notes'] });
    expect(box.all().has(CONFIG)).toBe(false);
    const owned = '\ufeff{ "exclude": ["~/a"],\r\n  "layers" : [ "log","notes" ] , "facts":{}}';
    box.write(CONFIG, owned);
    box.init({ layers: ['log'] });
    expect(JSON.parse(box.read(CONFIG).slice(1))).toEqual({ exclude: ['~/a'], layers: ['log'], facts: {} });
    expect([...box.all()].filter(([name]) => name.includes('/backups/')).map(([, text]) => text)).toContain(
      Buffer.from(owned).toString('latin1'),
    );
  });

  it('remembers a choice for a project under its path, also one written with ~', () => {
    const box = openBox();
    const root = box.project;
    box.init({ root, layers: ['log'] });
    expect(JSON.parse(box.read(CONFIG))).toEqual({ layersByPath: { [root]: ['log'] } });
    expect(installedIn(box, 'project/.claude/settings.local.json')).toEqual(eventsOf(['log']));
    mkdirSync(join(box.env.home, 'code'));
    box.write(CONFIG, '{"layersByPath": {"~/code/": ["log", "notes"]}}');
    box.init({ root: join(box.env.home, 'code'), layers: ['log'] });
    expect(JSON.parse(box.read(CONFIG))).toEqual({ layersByPath: { '~/code/': ['log'] } });
  });

  it('installs hooks for all projects if one needs them, and all hooks for a team', () => {
    const box = openBox();
    box.write(CONFIG, JSON.stringify({ layers: ['log'], layersByPath: { [box.project]: ['log', 'notes'] } }));
    box.init();
    expect(installedIn(box)).toEqual(eventsOf(['log', 'notes']));
    box.write(CONFIG, '{"layers": ["log"]}');
    box.init({ root: box.project, isShared: true });
    expect(installedIn(box, 'project/.claude/settings.json')).toEqual(eventsOf(LAYERS));
  });

  it.each(['{"layers": ["log"', '[]', ''])('refuses to choose if the settings are %j, and changes nothing', (text) => {
    const box = openBox();
    box.write(CONFIG, text);
    const before = box.all();
    expect(() => box.plan({ layers: ['log'] })).toThrow(
      expect.objectContaining({ code: 'CHRONICLE_BAD_CONFIG', message: expect.stringContaining(CONFIG) }),
    );
    expect(box.all()).toEqual(before);
  });
});
