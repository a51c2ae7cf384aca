import { describe, expect, it } from 'vitest';
import type { DryFiredInstallation } from '#src/doctor/dry-fire-findings.ts';
import type { InstallationFact } from '#src/doctor/installation-findings.ts';
import { codes, findingsWith, GOOD } from './good-health.ts';

const PLUGIN: InstallationFact = { kind: 'plugin', path: '/p', version: '1.2.0', state: 'current', faults: [] };
const SETTINGS: InstallationFact = {
  kind: 'settings',
  path: '/c/settings.json',
  version: '1.2.0',
  state: 'current',
  faults: [],
};
const file = { path: '/c/settings.json', fault: null, disablesHooks: false, disabledPlugins: [] };
const only = (changes: Parameters<typeof findingsWith>[0]) => codes(findingsWith(changes));

describe('installationFindings', () => {
  it('names settings that cannot be read, that disable hooks, and that switch the plugin off', () => {
    const unreadable = { settings: [{ ...file, fault: 'has a comment at line 3, column 5' }], installations: [] };
    expect(findingsWith(unreadable)).toMatchObject([
      { code: 'settings-unreadable', what: '/c/settings.json has a comment at line 3, column 5.' },
    ]);
    const installations: InstallationFact[] = [{ ...SETTINGS, state: 'broken', faults: ['It disables hooks.'] }];
    expect(only({ settings: [{ ...file, disablesHooks: true }], installations })).toEqual(['problem hooks-disabled']);
    const [finding] = findingsWith({ settings: [{ ...file, disabledPlugins: ['session-chronicle@shop'] }] });
    expect(finding).toMatchObject({ level: 'note', advice: 'claude plugin enable session-chronicle@shop' });
    const settings = [{ ...file, disabledPlugins: ['session-chronicle@shop'] }];
    expect(only({ settings, installations: [] })).toEqual(['problem not-installed', 'warning plugin-disabled']);
  });

  it('tells a broken installation from an old one and from a newer one', () => {
    const state = (changes: Partial<InstallationFact>) => only({ installations: [{ ...SETTINGS, ...changes }] });
    expect(state({ state: 'broken', faults: ['There is no hook for SessionEnd.'] })).toEqual([
      'problem installation-broken',
    ]);
    expect(state({ state: 'outdated', version: '1.1.9' })).toEqual(['warning installation-outdated']);
    expect(state({ state: 'outdated', version: '1.10.0' })).toEqual(['note installation-newer']);
    const faults = ['The plugin is old. Run claude plugin update session-chronicle@shop.'];
    expect(findingsWith({ installations: [{ ...PLUGIN, state: 'outdated', faults }] })[0]).toMatchObject({
      what: 'The plugin is old.',
      advice: 'claude plugin update session-chronicle@shop',
    });
  });

  it('brings only a copy of its own up to date by itself', () => {
    const fixOf = (installation: InstallationFact) => findingsWith({ installations: [installation] })[0]?.fix;
    expect(fixOf({ ...SETTINGS, state: 'outdated', version: '1.1.0' })).toBe('app');
    expect(fixOf({ ...PLUGIN, state: 'outdated', version: '1.1.0' })).toBeUndefined();
    const faults = ['The hooks in /c/settings.json are not those of this version. Run chronicle init.'];
    expect(findingsWith({ installations: [{ ...SETTINGS, state: 'outdated', faults }] })).toMatchObject([
      { code: 'installation-outdated', advice: 'chronicle init' },
    ]);
    expect(fixOf({ ...SETTINGS, state: 'outdated', faults })).toBeUndefined();
  });

  it('notes two installations, and how to remove either', () => {
    const [finding] = findingsWith({ installations: [SETTINGS, PLUGIN] });
    expect(finding).toMatchObject({ code: 'installed-twice', level: 'note' });
    const commands = finding?.advice.split('\n').filter((line) => !line.endsWith(':'));
    expect(commands).toEqual(['chronicle uninstall', 'claude plugin uninstall session-chronicle']);
  });

  it('says of one cause once what to do, whatever fails by it and however many files name the copy', () => {
    const broken = { ...SETTINGS, state: 'broken' as const, faults: ['/app has no hook. Run chronicle init.'] };
    const runs = (['SessionStart', 'PreToolUse'] as const).map((event) => ({
      event,
      ms: null,
      fault: 'It is not there.',
    }));
    const dryFired: DryFiredInstallation[] = [{ name: 'the settings', kind: 'settings', budget: 10_000, runs }];
    const installations = [broken, { ...broken, path: '/p/.claude/settings.json' }];
    expect(only({ installations, dryFired })).toEqual(['problem installation-broken']);
    expect(
      only({ installations: [broken, PLUGIN], dryFired: [{ ...dryFired[0], kind: 'plugin' } as DryFiredInstallation] }),
    ).toContain('problem hook-fails');
  });

  it('notes hooks that a project shares and that wait for chronicle init, and no more', () => {
    const faults = ['/app has no hooks/dist/chronicle.cjs, so the hooks cannot run. Run chronicle init.'];
    const shared = { ...SETTINGS, path: '/p/.claude/settings.json', state: 'broken' as const, faults, isWaiting: true };
    expect(findingsWith({ installations: [shared] })).toMatchObject([
      { code: 'awaits-init', level: 'note', advice: 'chronicle init' },
    ]);
    expect(only({ installations: [shared, PLUGIN] })).toEqual(['note awaits-init']);
  });

  it('says why chronicle init refuses settings, in place of sending there', () => {
    const unfit = { ...file, fault: 'has a fault in line 1, column 10: "hooks" is not an object', isLoaded: true };
    expect(findingsWith({ settings: [unfit], installations: [] })).toMatchObject([
      {
        code: 'settings-unfit',
        level: 'problem',
        what: '/c/settings.json has a fault in line 1, column 10: "hooks" is not an object.',
      },
    ]);
    expect(only({ settings: [unfit] })).toEqual(['warning settings-unfit']);
    const locked = [{ ...file, locked: 'read-only' as const }];
    expect(findingsWith({ settings: locked, installations: [] })).toMatchObject([
      { code: 'not-installed' },
      { code: 'settings-read-only', advice: "chmod u+w '/c/settings.json'" },
    ]);
    expect(findingsWith({ settings: [{ ...file, locked: 'foreign' }], installations: [] })).toMatchObject([
      { code: 'not-installed' },
      { what: '/c/settings.json belongs to another user.', advice: `sudo chown "$(id -un)" '/c/settings.json'` },
    ]);
    expect(findingsWith({ settings: locked })).toMatchObject([
      { code: 'settings-read-only', level: 'note', why: expect.stringContaining('chronicle uninstall') },
    ]);
  });

  it('reports hooks that Claude Code does not load as a problem, unless others record', () => {
    const unfit = { ...file, fault: 'has a fault', isLoaded: true };
    const idle = {
      ...SETTINGS,
      state: 'broken' as const,
      faults: ['It has an error. Claude Code does not load its hooks.'],
    };
    expect(only({ settings: [unfit], installations: [idle] })).toEqual(['problem settings-unfit']);
    expect(only({ settings: [unfit], installations: [idle, PLUGIN] })).toContain('warning settings-unfit');
    const gone = { ...idle, faults: ['/app has no hook. Run chronicle init.'] };
    expect(only({ settings: [unfit], installations: [gone] })).toEqual([
      'problem installation-broken',
      'warning settings-unfit',
    ]);
  });

  it('says that hooks without a program fail, not that they run twice', () => {
    const [finding, ...more] = findingsWith({ settings: [{ ...file, lost: [7] }] });
    expect([finding?.code, finding?.level, more]).toEqual(['lost-hook', 'warning', []]);
    expect(finding?.what).toMatch(/^\/c\/settings\.json:7: /);
  });

  it('asks to move what is in the way of the copy, and not for a new copy', () => {
    const broken = { ...SETTINGS, state: 'broken' as const, faults: ['/c/app has no hook. Run chronicle init.'] };
    const blocked = [
      { path: '/c/app', contains: 'copy' as const },
      { path: '/c/skills', contains: 'skill' as const },
    ];
    const found = findingsWith({ installations: [broken], place: { ...GOOD.place, blocked } });
    expect(codes(found)).toEqual(['problem no-directory', 'warning no-directory']);
    expect(found[0]?.advice.split('\n')[1]).toBe("mv '/c/app' '/c/app.old'");
  });

  it('names hooks by others that run chronicle, by file and line', () => {
    const settings = [{ ...file, others: [7, 9] }];
    expect(findingsWith({ settings })).toMatchObject([{ code: 'other-hooks', level: 'warning' }]);
    expect(findingsWith({ settings })[0]?.what).toMatch(/^\/c\/settings\.json:7: .*, as does the one in line 9\./);
    const [alone, ...more] = findingsWith({ settings, installations: [] });
    expect([alone?.level, alone?.what, more]).toEqual([
      'note',
      '/c/settings.json:7: this hook runs chronicle but was not written by chronicle init, as does the one in line 9.',
      [],
    ]);
  });

  it('says how to finish an interrupted uninstall', () => {
    const unfinished = { settings: '/c/settings.json', record: '/c/install.json' };
    const [finding, ...more] = findingsWith({ unfinished, installations: [] });
    expect([finding?.code, more]).toEqual(['half-installed', []]);
    expect(finding?.advice.split('\n').filter((step) => !step.endsWith(':'))).toEqual([
      'chronicle init',
      'chronicle uninstall',
    ]);
  });

  it('names a broken marker of the contract, by file and line', () => {
    const sections = [{ path: '/c/CLAUDE.md', line: 3, message: 'It has no end' }];
    expect(findingsWith({ sections })).toMatchObject([
      { code: 'section-broken', what: '/c/CLAUDE.md:3: It has no end.' },
    ]);
  });
});
