import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FactsUpdate, UpdateRequest } from '#src/import/facts-reader.ts';
import { readQueuedTranscripts } from '#src/import/transcript-queue.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Env } from '#src/lib/env.ts';
import { isThere } from '#src/lib/is-there.ts';
import { unlessLocked } from '#src/lib/lock.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { queuedSessions, queueHarvest, readQueued } from '#src/record/harvest-queue.ts';
import { newState, readState, removeLive, revise } from '#src/record/live.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

type Work = (request: UpdateRequest) => Partial<FactsUpdate> | Promise<Partial<FactsUpdate>>;

function openPlace() {
  const config = temporaryDirectory();
  const paths = pathsOf(config);
  const env: Env = {
    ...{ variables: {}, home: config, cwd: config, host: 'here', parentPid: process.pid },
    now: () => new Date(),
  };
  return {
    paths,
    env,
    queue(sessionId: string, at = new Date()) {
      const began = { source: 'fork', at: 'x' };
      queueHarvest(paths, sessionId, { transcript: `/${sessionId}.jsonl`, began }, at);
    },
    queued: () => queuedSessions(paths),
    /** Works off the queue; `work` stands for reading a session's transcripts. Returns which sessions were read. */
    async drain(work: Work = () => ({}), waits = {}, progress = (_done: number, _of: number) => {}): Promise<string[]> {
      const read: string[] = [];
      await readQueuedTranscripts(env, paths, {
        waits: { rest: 0, hook: 5000, ...waits },
        progress,
        async update(_env, _paths, request) {
          read.push(request.sessionId);
          return { chronicle: '/chronicle.md', skipped: null, found: [], problem: null, ...(await work(request)) };
        },
      });
      return read;
    },
    failures(): { code: string; message: string }[] {
      const text = isThere(paths.failureLog) ? readFileSync(paths.failureLog, 'utf8').trim() : '';
      return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
    },
    /** What is left next to the entries: locks and temporary files. */
    left: () => readdirSync(`${paths.harvest}/.tmp`),
  };
}

describe('the queue', () => {
  it('is worked off, with what the hooks know of each session', async () => {
    const place = openPlace();
    expect(await place.drain()).toEqual([]);
    for (const id of ['one', 'two', 'three']) place.queue(id);
    const requests: UpdateRequest[] = [];
    const read = await place.drain((request) => {
      requests.push(request);
      return {};
    });
    expect(read.sort()).toEqual(['one', 'three', 'two']);
    expect(requests).toContainEqual({ sessionId: 'two', transcript: '/two.jsonl', source: 'fork' });
    expect([place.queued(), place.left(), place.failures()]).toEqual([[], [], []]);
  });

  it('takes sessions that end while another is read, and says how far it is', async () => {
    const place = openPlace();
    place.queue('one');
    const told: string[] = [];
    const work = ({ sessionId }: UpdateRequest) => {
      if (sessionId === 'one') for (const late of ['two', 'three']) place.queue(late);
      return {};
    };
    expect(await place.drain(work, {}, (done, of) => told.push(`${done} of ${of}`))).toHaveLength(3);
    expect(told).toEqual(['0 of 1', '1 of 3', '2 of 3']);
  });

  it.each([
    ['drops', 'is unchanged', []],
    ['drops', 'has no chronicle', []],
    ['keeps, without counting an attempt,', 'is being read', ['one']],
  ] as const)('%s a session that %s, without a word', async (_, skipped, queued) => {
    const place = openPlace();
    place.queue('one');
    await place.drain(() => ({ skipped }));
    expect([place.queued(), place.failures()]).toEqual([queued, []]);
    if (queued.length > 0) expect(readQueued(place.paths, 'one')).toMatchObject({ attempts: 0 });
  });

  it('reads a session again that ended once more while it was read', async () => {
    const place = openPlace();
    place.queue('one');
    let reads = 0;
    const read = await place.drain(async () => {
      reads++;
      await sleep(5);
      if (reads === 1) place.queue('one');
      return {};
    });
    expect([read, place.queued(), place.left()]).toEqual([['one', 'one'], [], []]);
  });

  it('waits until the host has written the last line, but not for an entry from the future', async () => {
    const place = openPlace();
    const begun = Date.now();
    place.queue('one');
    await place.drain(() => ({}), { rest: 400 });
    expect(Date.now() - begun).toBeGreaterThanOrEqual(390);
    place.queue('two', new Date(Date.now() + 86_400_000));
    expect(await place.drain(() => ({}), { rest: 60_000 })).toEqual(['two']);
  });

  it('waits until the hook of a session has ended', async () => {
    const place = openPlace();
    revise(place.paths, 'one', () => newState(place.env));
    await sleep(5);
    place.queue('one');
    setTimeout(() => removeLive(place.paths, 'one'), 200);
    await place.drain(({ sessionId }) => {
      expect(readState(place.paths, sessionId)).toBeNull();
      return {};
    });
    expect([place.queued(), place.failures()]).toEqual([[], []]);
  });

  it('does not wait for a hook that was killed, or for a session that goes on', async () => {
    const place = openPlace();
    revise(place.paths, 'killed', () => newState(place.env));
    await sleep(5);
    for (const id of ['killed', 'resumed']) place.queue(id);
    await sleep(5);
    revise(place.paths, 'resumed', () => newState(place.env));
    expect(await place.drain(() => ({}), { hook: 100 })).toEqual(['killed', 'resumed']);
  });

  it('is divided between several runs at once', async () => {
    const place = openPlace();
    const ids = Array.from({ length: 12 }, (_, n) => `session-${n}`);
    for (const id of ids) place.queue(id);
    const running = new Set<string>();
    const work = async ({ sessionId }: UpdateRequest) => {
      expect(running.has(sessionId)).toBe(false);
      running.add(sessionId);
      await sleep(10);
      running.delete(sessionId);
      return {};
    };
    const read = await Promise.all([place.drain(work), place.drain(work), place.drain(work)]);
    expect(read.flat().sort()).toEqual(ids.sort());
    expect(place.failures()).toEqual([]);
  });
});

describe('a session that cannot be read', () => {
  it('is tried again by later runs, given up after three, and tried anew when it ends again', async () => {
    const place = openPlace();
    place.queue('bad');
    place.queue('good');
    const work = ({ sessionId }: UpdateRequest) => {
      if (sessionId === 'bad') throw new ChronicleError('CHRONICLE_RESTLESS', 'It keeps changing.');
      return {};
    };
    expect((await place.drain(work)).sort()).toEqual(['bad', 'good']);
    expect(place.queued()).toEqual(['bad']);
    expect(place.failures()).toMatchObject([
      { event: 'harvest', code: 'CHRONICLE_RESTLESS', session_id: 'bad', message: 'It keeps changing.' },
    ]);
    for (const read of [['bad'], ['bad'], []]) expect(await place.drain(work)).toEqual(read);
    expect([place.queued(), place.left()]).toEqual([[], []]);
    expect(place.failures().at(-1)?.code).toBe('CHRONICLE_HARVEST_GIVEN_UP');
    place.queue('bad');
    await place.drain(work);
    place.queue('bad');
    expect(readQueued(place.paths, 'bad')).toMatchObject({ attempts: 0 });
  });

  it('because a file of ours is broken is dropped, and the problem is logged', async () => {
    const place = openPlace();
    place.queue('one');
    await place.drain(() => ({ skipped: 'has facts that cannot be read', problem: 'The facts are broken.' }));
    expect(place.failures()).toMatchObject([{ code: 'CHRONICLE_BROKEN', message: 'The facts are broken.' }]);
    expect(place.queued()).toEqual([]);
  });
});

describe('an entry', () => {
  it.each(['', '{', '[]', '"x"', '{"attempts":"3"}', 'x'.repeat(100_000)])(
    'that cannot be read is dropped: %j',
    async (text) => {
      const place = openPlace();
      mkdirSync(place.paths.harvest, { recursive: true });
      writeFileSync(`${place.paths.harvest}/one`, text);
      expect([await place.drain(), place.queued()]).toEqual([[], []]);
    },
  );

  it('is left to the process that holds its lock', async () => {
    const place = openPlace();
    for (const id of ['one', 'two']) place.queue(id);
    expect(await unlessLocked(place.paths.harvest, 'one', () => place.drain())).toEqual({ result: ['two'] });
    expect(place.queued()).toEqual(['one']);
  });

  it('with a name that is no session id is not touched', async () => {
    const place = openPlace();
    mkdirSync(place.paths.harvest, { recursive: true });
    writeFileSync(`${place.paths.harvest}/-rf`, '{}');
    expect(await place.drain()).toEqual([]);
    expect(readdirSync(place.paths.harvest)).toContain('-rf');
  });
});
