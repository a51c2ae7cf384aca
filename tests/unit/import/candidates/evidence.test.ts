import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evidenceOf } from '#src/node/import/candidates/evidence.ts';
import { layoutIn } from '#src/node/world.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { readSession, Transcript } from '../transcript.ts';

const config = temporaryDirectory('evidence');

it.each(['record', 'old'])(
  'finds what a candidate was worked out from, also of a record without an id: %s',
  async (format) => {
    const { records } = new Transcript()
      .prompt('clean up')
      .interrupt()
      .prompt('read the docs first')
      .answers('Reading them.');
    const values = format === 'old' ? records.map(({ uuid: _, ...record }) => record) : records;
    const folder = join(config, 'projects/-a');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${format}.jsonl`), values.map((value) => `${JSON.stringify(value)}\n`).join(''));
    const [{ origin = null } = {}] = readSession(values).found;
    const details = `candidate: ${origin?.id}\ntranscript: ${format}.jsonl:${origin?.line}`;
    const event = { id: '', tag: 'USER-CORRECTION' as const, text: '', details, time: null, date: '', line: 0 };
    const world = {
      env: { CLAUDE_CONFIG_DIR: config },
      home: '/',
      cwd: '/',
      now: () => new Date(),
      host: 'h',
      parentPid: 1,
    };
    const lines = await evidenceOf(layoutIn(world), event);
    expect(lines?.map(({ who, text, isFound }) => [who, text, isFound])).toEqual([
      ['you', 'clean up', false],
      ['you', expect.stringContaining('interrupted'), false],
      ['you', 'read the docs first', true],
      ['agent', 'Reading them.', false],
    ]);
    expect(lines?.find(({ isFound }) => isFound)?.line).toBe(origin?.line);
  },
);
