import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ArchiveSnapshot, currentRecording, provideArchive } from '#content-loader/current-archive.ts';
import { NO_FACTS } from '#tests/support/no-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { FileSet } from '#src/archive/file-index.ts';

const SNAPSHOT: ArchiveSnapshot = {
  version: 0,
  changedAt: '2026-11-20T12:00:00Z',
  origin: 'own',
  roots: [],
  sessions: [],
  memory: { changes: [], files: [], indexes: [], proposals: [] },
  clusters: { path: '', decisions: { rename: [], merge: [] } },
  userFiles: new FileSet(new Map()),
  attention: [],
};

let config: string;

beforeEach(() => {
  config = temporaryDirectory('recording');
  mkdirSync(join(config, 'session-chronicle'));
  vi.stubEnv('CLAUDE_CONFIG_DIR', config);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function show(origin: ArchiveSnapshot['origin'], server: string | null = 'a'): void {
  const archive = {
    ...NO_FACTS,
    // A build looks once for each state of the archive.
    snapshot: { ...SNAPSHOT, origin },
    subscribe: () => () => {},
    refresh: () => {},
    close: () => {},
  };
  provideArchive(archive, { server });
}

function fail(message: string): void {
  const failure = { at: new Date().toISOString(), event: 'session-start', code: 'ENOSPC', message };
  appendFileSync(join(config, 'session-chronicle/log.jsonl'), `${JSON.stringify(failure)}\n`);
}

it.each([
  ['own', 'a', true],
  ['own', null, true],
  ['sample', 'a', true],
  ['sample', null, false],
] as const)('tells of a failure in the %s archive of server %s: %s', (origin, server, isTold) => {
  show(origin, server);
  const before = currentRecording();
  expect(before).toEqual(origin === 'own' ? { lastCapture: null, failures: [], isFailing: false } : null);
  show(origin, server);
  fail('No room.');
  const told = { lastCapture: null, failures: [expect.objectContaining({ message: 'No room.' })], isFailing: true };
  expect(currentRecording()).toEqual(isTold ? told : null);
});
