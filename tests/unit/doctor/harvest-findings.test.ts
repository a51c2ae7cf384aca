import { describe, expect, it } from 'vitest';
import { harvestFacts } from '#src/node/doctor/harvest-facts.ts';
import type { Failure } from '#src/node/failure-log.ts';
import { writeIndexEntry } from '#src/node/session/index-entry.ts';
import { factsPath, type Layout } from '#src/project/paths.ts';
import { aConfig, put, putChronicle } from './a-config.ts';
import { codes, findingsWith } from './good-health.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const FAILED = { at: '2026-11-20T10:00:00Z', code: 'EIO', message: 'The disk failed.' };

const found = (changes: object) =>
  findingsWith({ harvest: { waiting: [], failed: [], unusable: null, now: NOW.getTime(), ...changes } });

describe('harvestFindings', () => {
  it('counts sessions that wait, and warns once one has waited for a day', () => {
    expect(codes(found({ waiting: ['2026-11-20T10:00:00Z'] }))).toEqual(['note transcripts-wait']);
    const [finding] = found({ waiting: ['2026-11-20T10:00:00Z', '2026-11-19T10:00:00Z'] });
    expect(finding).toMatchObject({ level: 'warning', fix: 'harvest' });
    expect(finding?.what).toMatch(/^2 ended sessions wait for their transcripts to be read, since 19 Nov, \d\d:00\.$/);
  });

  it('names the first facts file that cannot be used, and counts the others', () => {
    const unusable = { count: 3, path: '/a/facts/x.json', fault: 'Its end is missing.' };
    const [finding] = found({ unusable });
    expect(finding).toMatchObject({ code: 'facts-unusable', level: 'warning' });
    expect(finding?.what).toBe('/a/facts/x.json cannot be used: Its end is missing. The same is true of 2 more files.');
  });

  it('quotes the last failure and counts the other sessions', () => {
    const [finding, ...more] = found({ failed: [{ ...FAILED, at: '2026-11-19T10:00:00Z', message: 'Old.' }, FAILED] });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      code: 'transcripts-unread',
      level: 'warning',
      advice: 'chronicle import transcripts',
    });
    expect(finding?.what).toMatch(/EIO: The disk failed\. The same is true of 1 more session\.$/);
  });
});

describe('harvestFacts', () => {
  function failure(session_id: string, at = FAILED.at, event = 'harvest'): Failure {
    return { ...FAILED, at, event, session_id };
  }

  function chronicleOf(layout: Layout, id: string): string {
    const path = putChronicle(layout, id, '2026-11-20T09:00:00Z');
    const [directory = '', , name = ''] = path.split('/').slice(-3);
    writeIndexEntry(layout, id, directory, name);
    return path;
  }

  it('leaves out what was queued in the last hour', () => {
    const layout = aConfig();
    put(`${layout.harvest}/old`, '{}', '2026-11-20T10:59:00Z');
    put(`${layout.harvest}/new`, '{}', '2026-11-20T11:30:00Z');
    put(`${layout.harvest}/.tmp/new.lock/7.1.0.elsewhere`, '', '2026-11-20T10:00:00Z');
    expect(harvestFacts(layout, [], NOW).waiting).toEqual(['2026-11-20T10:59:00.000Z']);
  });

  it('names sessions that failed and were not read since then, each once', () => {
    const layout = aConfig();
    const read = chronicleOf(layout, 'read');
    put(factsPath(read), '{}', '2026-11-20T10:30:00Z');
    put(factsPath(chronicleOf(layout, 'read-before')), '{}', '2026-11-20T09:30:00Z');
    chronicleOf(layout, 'never');
    chronicleOf(layout, 'waiting');
    put(`${layout.harvest}/waiting`, '{}', '2026-11-20T11:30:00Z');
    const failures = [
      failure('read'),
      failure('read-before'),
      failure('read-before', '2026-11-20T09:59:00Z'),
      failure('never'),
      failure('waiting'),
      failure('gone'),
      failure('never-ended', FAILED.at, 'session-end'),
    ];
    expect(harvestFacts(layout, failures, NOW).failed.map((each) => (each as Failure).session_id)).toEqual([
      'read-before',
      'never',
    ]);
  });
});
