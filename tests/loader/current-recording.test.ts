import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('currentRecording', () => {
  it('notices a new failure although the archive is the same', () => {
    show('own');
    expect(currentRecording()).toEqual({ lastCapture: null, failures: [], isFailing: false });
    fail('No room.');
    expect(currentRecording()).toMatchObject({ failures: [{ message: 'No room.' }], isFailing: true });
  });

  it('reports for the sample only failures before the first session', () => {
    show('sample');
    expect(currentRecording()).toBeNull();
    fail('No room.');
    expect(currentRecording()).toMatchObject({ failures: [{ message: 'No room.' }], lastCapture: null });
  });

  it('is null in a built sample', () => {
    show('sample', null);
    fail('No room.');
    expect(currentRecording()).toBeNull();
  });
});
