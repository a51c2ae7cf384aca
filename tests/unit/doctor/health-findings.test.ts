import { describe, expect, it } from 'vitest';
import type { DryFiredInstallation } from '#src/doctor/dry-fire-findings.ts';
import type { NodeFact } from '#src/doctor/node-findings.ts';
import { codes, findingsWith, GOOD } from './good-health.ts';

const file = { path: '/c/settings.json', fault: null, disablesHooks: false, disabledPlugins: [] };
const only = (changes: Parameters<typeof findingsWith>[0]) => codes(findingsWith(changes));

describe('healthFindings', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(findingsWith({})).toEqual([]);
  });

  it('puts problems before warnings, and these before notes', () => {
    const found = only({
      disk: { cache: 0, leftovers: 1, indexLeftovers: 0, nodeWithoutSearch: null },
      config: { remarks: ['A key is unknown.'], isExcludeLost: false, brokenRecord: null },
      installations: [],
    });
    expect(found).toEqual(['problem not-installed', 'warning own-settings', 'note leftovers']);
  });

  it('says for every finding why it matters and how to fix it', () => {
    const found = findingsWith({
      installations: [],
      settings: [{ ...file, disablesHooks: true, fault: 'is not JSON' }],
    });
    for (const { what, why, advice } of found) {
      expect(what).toMatch(/\.$/);
      expect(why).toMatch(/\.$/);
      expect(advice).not.toBe('');
    }
  });
});

describe('dryFireFindings', () => {
  const fired = (runs: DryFiredInstallation['runs'], budget = 1500): DryFiredInstallation[] => [
    { name: 'the plugin', kind: 'plugin', budget, runs },
  ];

  it('names a failed hook with its error', () => {
    const [finding] = findingsWith({
      dryFired: fired([{ event: 'SessionStart', ms: null, fault: 'The disk is full.' }]),
    });
    expect(finding).toMatchObject({
      code: 'hook-fails',
      level: 'problem',
      what: 'The SessionStart hook in the plugin fails: The disk is full.',
    });
  });

  it('warns of a SessionEnd that takes over 60 % of its budget, and names the variable that raises it', () => {
    const at = (ms: number) => findingsWith({ dryFired: fired([{ event: 'SessionEnd', ms, fault: null }]) });
    expect(at(900)).toEqual([]);
    expect(at(901)).toMatchObject([{ code: 'session-end-slow', level: 'warning' }]);
    expect(at(901)[0]?.advice).toContain('CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS');
  });
});

describe('nodeFindings', () => {
  const node = (changes: Partial<NodeFact>) => only({ nodes: [{ ...(GOOD.nodes[0] as NodeFact), ...changes }] });

  it('names a Node that is too old, missing, or found off the PATH', () => {
    expect(node({ version: '17.9.1' })).toEqual(['problem node-old']);
    expect(node({ version: '18.0.0' })).toEqual([]);
    expect(node({ version: null, path: null, isOnPath: false })).toEqual(['problem node-missing']);
    expect(node({ isOnPath: false })).toEqual(['note node-not-on-path']);
  });

  it('puts a Node that is too old first, without what it does to hooks', () => {
    const nodes = [{ ...(GOOD.nodes[0] as NodeFact), version: '16.20.2' }];
    const fault = 'Node 16.20.2 (/usr/bin/node) is too old: hooks need 18 or newer.';
    const dryFired: DryFiredInstallation[] = [
      { name: 'the settings', kind: 'settings', budget: 10_000, runs: [{ event: 'SessionStart', ms: null, fault }] },
    ];
    const failures = [
      { at: '2026-11-20T10:00:00Z', event: 'session-start', code: 'CHRONICLE_OLD_NODE', message: fault },
    ];
    const recording = { ...GOOD.recording, failures, isFailing: true };
    expect(only({ nodes, dryFired, recording, installations: [] })).toEqual([
      'problem node-old',
      'problem not-installed',
    ]);
  });

  it('says once that there is no Node, whatever fails by it', () => {
    const nodes = [{ ...(GOOD.nodes[0] as NodeFact), version: null, path: null, isOnPath: false }];
    const fault = 'Node was not found.';
    const dryFired: DryFiredInstallation[] = [
      { name: 'the settings', kind: 'settings', budget: 10_000, runs: [{ event: 'SessionStart', ms: null, fault }] },
    ];
    const failures = [
      { at: '2026-11-20T10:00:00Z', event: 'session-start', code: 'CHRONICLE_NO_NODE', message: fault },
    ];
    const recording = { ...GOOD.recording, failures, isFailing: true };
    expect(only({ nodes, dryFired, recording })).toEqual(['problem node-missing']);
  });

  it('notes that only a plugin depends on the PATH of a terminal', () => {
    expect(node({ isOnShortPath: false })).toEqual([]);
    expect(node({ isOnShortPath: false, kind: 'plugin' })).toEqual(['note node-in-terminal-only']);
  });
});

describe('placeFindings', () => {
  it('names a second directory of Claude Code, a name that two projects share, and what excludes this one', () => {
    const place = {
      config: '/c',
      otherConfig: '/home/me/.claude',
      shared: [{ directory: '-a-b-c', roots: ['/a/b-c', '/a-b/c'] }],
      movedCheckouts: [{ old: '/old/shop', path: '/me/shop', remote: '' }],
      blocked: [],
      movedMemory: null,
      excludedBy: '/a/.no-chronicle',
    };
    const found = findingsWith({ place });
    expect(codes(found)).toEqual([
      'warning two-config-directories',
      'warning shared-directory',
      'note moved-checkout',
      'note excluded-here',
    ]);
    expect(found[1]?.what).toBe('/a/b-c and /a-b/c share the directory -a-b-c in Claude Code.');
    expect(found[2]?.advice).toBe(
      'If so, add to /c/session-chronicle/config.json:\n"projects": { "/me/shop": ["/old/shop"] }',
    );
    expect([found[3]?.what, found[3]?.advice]).toEqual([
      'Sessions in this directory are not recorded: /a/.no-chronicle exists.',
      "To record sessions here:\nrm -r '/a/.no-chronicle'",
    ]);
  });

  it('names a memory directory that settings moved', () => {
    const movedMemory = { path: '/home/me/notes', settings: '/c/settings.json', usual: '/c/projects/-x/memory' };
    const [finding] = findingsWith({ place: { ...GOOD.place, movedMemory } });
    expect(finding).toMatchObject({ code: 'memory-moved', level: 'warning' });
    expect(finding?.advice).toBe(
      'Remove "autoMemoryDirectory" from /c/settings.json, and move the memory files to /c/projects/-x/memory.',
    );
  });

  it('never reads like advice to delete a directory', () => {
    const [finding] = findingsWith({ place: { ...GOOD.place, excludedBy: '~/proj' } });
    expect(finding?.what).toBe(
      'Sessions in this directory are not recorded: "exclude" in /c/session-chronicle/config.json contains "~/proj".',
    );
    expect(finding?.advice).toMatch(/edit \/c\/session-chronicle\/config\.json: remove "~\/proj" from "exclude"\.$/);
  });
});

describe('permissionFindings', () => {
  it('names files that others can read or own, links that lead out, and places it cannot write to', () => {
    const permissions = {
      open: [{ path: '/c/a', kind: 'the log' }],
      foreign: ['/c/b'],
      unwritable: ["/c/it's"],
      leadingOut: ['/c/d'],
      free: null,
    };
    const found = findingsWith({ permissions });
    expect(codes(found)).toEqual([
      'problem not-writable',
      'problem leads-out',
      'warning foreign-owner',
      'warning open-to-others',
    ]);
    expect(found[0]?.advice).toBe("chmod u+rwx '/c/it'\\''s'");
    expect(found[3]).toMatchObject({ what: 'Other users of this machine can read the log /c/a.', fix: 'modes' });
  });

  it('names and fixes three paths, and counts the rest', () => {
    const [finding] = findingsWith({ permissions: { ...GOOD.permissions, foreign: ['/1', '/2', '/3', '/4', '/5'] } });
    expect(finding?.what).toContain('/1, /2, /3 and 2 more paths');
    expect(finding?.advice).toMatch(/ '\/1' '\/2' '\/3'$/);
  });

  it('warns before the disk is full', () => {
    const at = (free: number) => only({ permissions: { ...GOOD.permissions, free } });
    expect(at(99 * 2 ** 20)).toEqual(['warning disk-full']);
    expect(at(1000)).toEqual(['problem disk-full']);
  });
});

describe('captureFindings', () => {
  const capture = (changes: object) =>
    only({ captures: [{ project: 'blog', lastCapture: null, unrecorded: null, excludedBy: null, ...changes }] });

  it('names a project whose sessions are newer than its last record by more than a day', () => {
    const lastCapture = '2026-11-01T10:00:00Z';
    expect(capture({ lastCapture, unrecorded: '2026-11-02T10:00:00Z' })).toEqual([]);
    expect(capture({ lastCapture, unrecorded: '2026-11-02T10:00:01Z' })).toEqual(['warning not-recorded']);
    expect(capture({ lastCapture, unrecorded: '2026-11-09T10:00:00Z', excludedBy: '/a/.no-chronicle' })).toEqual([]);
  });

  it('counts a project that was never recorded only from when recording began', () => {
    expect(capture({ unrecorded: '2026-09-01T10:00:00Z' })).toEqual([]);
    expect(capture({ unrecorded: '2026-11-01T10:00:00Z' })).toEqual(['warning not-recorded']);
  });
});

describe('failureFindings', () => {
  const failures = [
    { at: '2026-11-20T10:00:00Z', event: 'session-start', code: 'ENOSPC', message: 'The disk is full.' },
    { at: '2026-11-19T10:00:00Z', event: 'session-end', code: 'EIO', message: 'The disk failed.' },
  ];

  const recording = { failures, isFailing: false, lastCapture: null, log: '/log' };

  it('quotes the last failure, and says whether sessions are recorded', () => {
    const [over] = findingsWith({ recording });
    expect(over).toMatchObject({ code: 'failures', level: 'warning' });
    expect(over?.what).toMatch(/^Hooks failed 2 times in 30 days\. .*The disk is full\.$/);
    const [failing] = findingsWith({ recording: { ...recording, failures: failures.slice(0, 1), isFailing: true } });
    expect(failing).toMatchObject({ level: 'problem', code: 'recording-fails' });
    expect(failing?.advice).toMatch(/\/log has the failure\.$/);
  });

  it('only notes failures with later recordings, and archives their log', () => {
    const since = (at: string) => findingsWith({ recording: { ...recording, lastCapture: { at } } });
    expect(since('2026-11-20T10:00:01Z')).toMatchObject([{ code: 'failures', level: 'note', fix: 'log' }]);
    expect(since('2026-11-20T09:59:59Z')).toMatchObject([{ code: 'failures', level: 'warning' }]);
  });
});

describe('unfinishedFindings', () => {
  it('counts sessions that never ended', () => {
    expect(only({ unfinishedSessions: 2 })).toEqual(['note unfinished']);
  });
});

describe('quietFindings', () => {
  const quiet = (changes: object) => findingsWith({ quiet: { ...GOOD.quiet, ...changes } });

  it('speaks up once most of ten sessions or more have no event', () => {
    expect(codes(quiet({ recent: 9, quiet: 9 }))).toEqual([]);
    expect(codes(quiet({ recent: 20, quiet: 10 }))).toEqual([]);
    expect(codes(quiet({ recent: 20, quiet: 11 }))).toEqual(['note quiet-sessions']);
  });

  it('suggests the contract only where it is missing', () => {
    expect(quiet({ quiet: 20, untold: 20, contract: null })[0]?.advice).toBe('chronicle init --contract claude');
    expect(quiet({ quiet: 20, untold: 11 })[0]?.advice).toBe('chronicle init --contract claude');
    const [told] = quiet({ quiet: 20, untold: 2 });
    expect(told?.why).toContain('although /c/CLAUDE.md tells it to');
    expect(told?.advice).not.toContain('chronicle init');
  });

  it('names the error of chronicle log', () => {
    expect(quiet({ quiet: 20, failed: ['chronicle: command not found', 'older'] })).toMatchObject([
      { level: 'warning', why: expect.stringMatching(/^In 2 sessions .*: chronicle: command not found$/) },
    ]);
    const [denied] = quiet({ quiet: 20, failed: ['Permission to use Bash has been denied.'] });
    expect(denied?.advice).toContain('"permissions"');
  });
});

describe('retentionFindings', () => {
  const DAY = 86_400_000;
  const now = GOOD.retention.now;

  it('says when the oldest transcript without chronicle goes, and warns three days before', () => {
    const aged = (days: number) =>
      findingsWith({ retention: { transcripts: 2, oldest: now - days * DAY, days: 30, now } });
    expect(aged(10)).toMatchObject([{ level: 'note', advice: 'chronicle import transcripts' }]);
    expect(aged(10)[0]?.what).toContain('Claude Code deletes the oldest in 20 days.');
    expect(aged(27)).toMatchObject([{ level: 'warning' }]);
    expect(aged(31)[0]?.what).toContain('Claude Code deletes the oldest at its next start.');
  });
});

describe('other findings', () => {
  it('reports what the audit says about the limits of MEMORY.md', () => {
    const memories = [
      { project: 'blog', isPast: true, message: 'Lines 201 to 260 lie past it.' },
      { project: 'shop', isPast: false, message: 'MEMORY.md is nearly full.' },
    ];
    expect(only({ memories })).toEqual(['warning memory-past-limits', 'note memory-near-limits']);
  });

  it('names a cache over 500 MB, leftovers, index entries without a chronicle, and a Node without SQLite', () => {
    const disk = { cache: 501 * 2 ** 20, leftovers: 1, indexLeftovers: 2, nodeWithoutSearch: '20.20.2' };
    expect(findingsWith({ disk }).map(({ code, fix }) => [code, fix])).toEqual([
      ['large-cache', 'cache'],
      ['leftovers', 'leftovers'],
      ['index-leftovers', 'index'],
      ['no-search-index', undefined],
    ]);
  });

  it('reports an unreadable "exclude" as a problem, because nothing is recorded then', () => {
    const remarks = ['config.json is not JSON.', 'Another.'];
    expect(only({ config: { remarks, isExcludeLost: true, brokenRecord: null } })).toEqual([
      'problem exclude-lost',
      'warning own-settings',
    ]);
  });

  it('says what a damaged install.json costs', () => {
    const [finding] = findingsWith({ config: { ...GOOD.config, brokenRecord: '/c/install.json' } });
    expect(finding).toMatchObject({ code: 'record-broken', level: 'warning' });
    expect(finding?.why).toContain('still removes its own entries');
  });
});
