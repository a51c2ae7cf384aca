import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { unlessLocked } from '#src/lib/lock.ts';
import { type DrainLimits, drainHarvests } from '#src/import/drain-harvests.ts';
import type { HarvestOutcome, HarvestRequest } from '#src/import/harvest-session.ts';
import { queuedSessions, queueHarvest, readQueued } from '#src/record/harvest-queue.ts';
import { newState, readState, removeLive, revise } from '#src/record/live.ts';
import type { Env } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type Paths, pathsOf } from '#src/lib/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const QUICK: DrainLimits = { settle: 0, hook: 5000, perSession: 5000, inAll: 20_000, attempts: 3 };

const DONE: Omit<HarvestOutcome, 'sessionId'> = {
  chronicle: '/chronicle.md',
  skipped: null,
  found: [],
  problem: null,
};

interface Place {
  paths: Paths;
  queue: (sessionId: string) => void;
  /** Works off the queue; `work` stands for reading a session's transcripts. */
  drain: (
    work?: (request: HarvestRequest) => Partial<HarvestOutcome> | Promise<Partial<HarvestOutcome>>,
    limits?: Partial<DrainLimits>,
    progress?: (done: number, of: number) => void,
  ) => Promise<string[]>;
  failures: () => { code: string; event: string; session_id: string; message: string }[];
}

function openPlace(): Place {
  const config = temporaryDirectory();
  const paths = pathsOf(config);
  const env: Env = { variables: {}, home: config, cwd: config, host: 'here', parentPid: 1, now: () => new Date() };
  return {
    paths,
    queue: (sessionId) =>
      queueHarvest(
        paths,
        sessionId,
        { transcript: `/${sessionId}.jsonl`, began: { source: 'fork', at: 'x' } },
        new Date(),
      ),
    async drain(work = () => ({}), limits = {}, progress = () => {}) {
      const read: string[] = [];
      await drainHarvests(env, paths, {
        limits: { ...QUICK, ...limits },
        progress,
        async harvest(_, __, request) {
          read.push(request.sessionId);
          return { ...DONE, sessionId: request.sessionId, ...(await work(request)) };
        },
      });
      return read;
    },
    failures: () => {
      try {
        return readFileSync(paths.failureLog, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
      } catch {
        return [];
      }
    },
  };
}

/** What is left next to the entries: locks and temporary files. */
const leftIn = ({ paths }: Place) => readdirSync(`${paths.harvest}/.tmp`);

describe('the queue', () => {
  it('is worked off, with what the hooks know of each session', async () => {
    const place = openPlace();
    for (const id of ['one', 'two', 'three']) place.queue(id);
    const requests: HarvestRequest[] = [];
    const read = await place.drain((request) => {
      requests.push(request);
      return {};
    });
    expect(read.sort()).toEqual(['one', 'three', 'two']);
    expect(requests).toContainEqual({ sessionId: 'two', transcript: '/two.jsonl', source: 'fork' });
    expect(queuedSessions(place.paths)).toEqual([]);
    expect([leftIn(place), place.failures()]).toEqual([[], []]);
  });

  it('may be empty or missing', async () => {
    expect(await openPlace().drain()).toEqual([]);
  });

  it('takes sessions that end while another is read, and says how far it is', async () => {
    const place = openPlace();
    place.queue('one');
    const told: string[] = [];
    const work = ({ sessionId }: HarvestRequest) => {
      if (sessionId === 'one') for (const late of ['two', 'three']) place.queue(late);
      return {};
    };
    expect(await place.drain(work, {}, (done, of) => told.push(`${done} of ${of}`))).toHaveLength(3);
    expect(told).toEqual(['0 of 1', '1 of 3', '2 of 3']);
  });

  it.each([
    'is unchanged',
    'was forgotten',
    'lies in an excluded directory',
    'has no chronicle',
    'has no transcript',
    'has a shorter transcript than before',
  ] as const)('drops a session that %s, without a word', async (skipped) => {
    const place = openPlace();
    place.queue('one');
    await place.drain(() => ({ skipped }));
    expect([queuedSessions(place.paths), place.failures()]).toEqual([[], []]);
  });

  it('keeps a session that another program reads, without counting an attempt', async () => {
    const place = openPlace();
    place.queue('one');
    await place.drain(() => ({ skipped: 'is being read' }));
    expect(readQueued(place.paths, 'one')).toMatchObject({ attempts: 0 });
    expect(place.failures()).toEqual([]);
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
    expect(read).toEqual(['one', 'one']);
    expect(queuedSessions(place.paths)).toEqual([]);
    expect(leftIn(place)).toEqual([]);
  });

  it('waits until an entry has settled', async () => {
    const place = openPlace();
    const begun = Date.now();
    place.queue('one');
    await place.drain(() => ({}), { settle: 400 });
    expect(Date.now() - begun).toBeGreaterThanOrEqual(390);
  });

  describe('of a session that its hook is still finishing', () => {
    const env: Env = {
      variables: {},
      home: '/',
      cwd: '/',
      host: 'here',
      parentPid: process.pid,
      now: () => new Date(),
    };

    it('waits until the hook has ended', async () => {
      const place = openPlace();
      revise(place.paths, 'one', () => newState(env));
      await sleep(5);
      place.queue('one');
      setTimeout(() => removeLive(place.paths, 'one'), 200);
      await place.drain(({ sessionId }) => {
        expect(readState(place.paths, sessionId)).toBeNull();
        return {};
      });
      expect(queuedSessions(place.paths)).toEqual([]);
    });

    it('does not wait for one that was killed, or for a session that goes on', async () => {
      const place = openPlace();
      revise(place.paths, 'killed', () => newState(env));
      await sleep(5);
      for (const id of ['killed', 'resumed']) place.queue(id);
      await sleep(5);
      revise(place.paths, 'resumed', () => newState(env));
      expect(await place.drain(() => ({}), { hook: 100 })).toEqual(['killed', 'resumed']);
    });
  });

  it('is not held up by an entry from the future', async () => {
    const place = openPlace();
    queueHarvest(place.paths, 'one', {}, new Date(Date.now() + 86_400_000));
    expect(await place.drain(() => ({}), { settle: 60_000 })).toEqual(['one']);
  });
});

describe('a session that cannot be read', () => {
  it('is tried again by later runs, and given up after three', async () => {
    const place = openPlace();
    place.queue('bad');
    place.queue('good');
    const work = ({ sessionId }: HarvestRequest) => {
      if (sessionId === 'bad') throw new ChronicleError('CHRONICLE_RESTLESS', 'It keeps changing.');
      return {};
    };
    expect((await place.drain(work)).sort()).toEqual(['bad', 'good']);
    expect(queuedSessions(place.paths)).toEqual(['bad']);
    expect(place.failures()).toMatchObject([
      { event: 'harvest', code: 'CHRONICLE_RESTLESS', session_id: 'bad', message: 'It keeps changing.' },
    ]);
    expect(await place.drain(work)).toEqual(['bad']);
    expect(await place.drain(work)).toEqual(['bad']);
    expect(await place.drain(work)).toEqual([]);
    expect(queuedSessions(place.paths)).toEqual([]);
    expect(place.failures().map(({ code }) => code)).toEqual([
      'CHRONICLE_RESTLESS',
      'CHRONICLE_RESTLESS',
      'CHRONICLE_RESTLESS',
      'CHRONICLE_HARVEST_GIVEN_UP',
    ]);
    expect(leftIn(place)).toEqual([]);
  });

  it('gets three new attempts when it ends again', async () => {
    const place = openPlace();
    place.queue('bad');
    const fail = () => {
      throw new Error('no');
    };
    for (let n = 0; n < 2; n++) await place.drain(fail);
    place.queue('bad');
    expect(readQueued(place.paths, 'bad')).toMatchObject({ attempts: 0 });
  });

  it('and takes too long ends the run, so that the process can be ended', async () => {
    const place = openPlace();
    place.queue('a-slow-one');
    place.queue('next');
    const read = await place.drain(() => sleep(60_000, {}, { ref: false }), { perSession: 50 });
    expect(read).toEqual(['a-slow-one']);
    expect(place.failures()).toMatchObject([{ code: 'CHRONICLE_HARVEST_SLOW', session_id: 'a-slow-one' }]);
    expect(queuedSessions(place.paths)).toEqual(['a-slow-one', 'next']);
    expect(readQueued(place.paths, 'a-slow-one')).toMatchObject({ attempts: 1 });
  });

  it('because a file of ours is broken is dropped, and the problem is logged', async () => {
    const place = openPlace();
    place.queue('one');
    await place.drain(() => ({ skipped: 'has facts that cannot be read', problem: 'The facts are broken.' }));
    expect(place.failures()).toMatchObject([{ code: 'CHRONICLE_BROKEN', message: 'The facts are broken.' }]);
    expect(queuedSessions(place.paths)).toEqual([]);
  });
});

describe('an entry', () => {
  it.each(['', '{', '[]', '"x"', '{"attempts":"3"}', 'x'.repeat(100_000)])(
    'that cannot be read is dropped, but not while it may be being written: %j',
    async (text) => {
      const place = openPlace();
      mkdirSync(place.paths.harvest, { recursive: true });
      const path = `${place.paths.harvest}/one`;
      writeFileSync(path, text);
      expect(await place.drain()).toEqual([]);
      expect(queuedSessions(place.paths)).toEqual(['one']);
      utimesSync(path, 1, 1);
      expect(await place.drain()).toEqual([]);
      expect(queuedSessions(place.paths)).toEqual([]);
    },
  );

  it('is left to the process that holds its lock', async () => {
    const place = openPlace();
    place.queue('one');
    place.queue('two');
    expect(await unlessLocked(place.paths.harvest, 'one', () => place.drain())).toEqual({ result: ['two'] });
    expect(queuedSessions(place.paths)).toEqual(['one']);
    expect(await place.drain()).toEqual(['one']);
  });

  it('with a name that is no session id is not touched', async () => {
    const place = openPlace();
    mkdirSync(place.paths.harvest, { recursive: true });
    writeFileSync(`${place.paths.harvest}/-rf`, '{}');
    expect(await place.drain()).toEqual([]);
    expect(readdirSync(place.paths.harvest)).toContain('-rf');
  });
});

it('several runs at once divide the sessions', async () => {
  const place = openPlace();
  const ids = Array.from({ length: 12 }, (_, n) => `session-${n}`);
  for (const id of ids) place.queue(id);
  const running = new Set<string>();
  const work = async ({ sessionId }: HarvestRequest) => {
    expect(running.has(sessionId)).toBe(false);
    running.add(sessionId);
    await sleep(10);
    running.delete(sessionId);
    return {};
  };
  const read = await Promise.all([place.drain(work), place.drain(work), place.drain(work)]);
  expect(read.flat().sort()).toEqual(ids.sort());
});
