import { describe, expect, it } from 'vitest';
import { worthOf } from '#src/memory/promote/worth.ts';

describe('worthOf', () => {
  it('names what a line is about', () => {
    expect(worthOf('tried', 'cookie without Secure → Safari blocks it in an iframe')).toEqual({ names: 'Safari' });
    expect(worthOf('discovered', '`lib/rateLimit.ts` already has a limiter')).toEqual({ names: 'lib/rateLimit.ts' });
    expect(worthOf('discovered', 'every table of the app has a tenant column')).toEqual({ names: 'table' });
    expect(worthOf('discovered', 'prices are only stored as cents in order_lines.amount')).toEqual({
      names: 'order_lines.amount',
    });
  });

  it('does not take everyday words for names of technologies', () => {
    for (const text of [
      'let it go to the next step → never reaches the end because of the limit',
      'express it the swift way → only a node of the tree needs it',
      'Go back and make room → never needed before the limit',
      'Next step first → always refused until the end',
    ])
      expect(worthOf('tried', text), text).toBeNull();
    expect(worthOf('tried', 'parse it in Go → cgo is required for the driver')).not.toBeNull();
    expect(worthOf('tried', 'Node 20 for the watcher → needs recursive watch on Linux')).not.toBeNull();
  });

  it('names by form what no list knows', () => {
    for (const text of [
      'fitz.Pixmap(doc, xref) → produces garbage for indexed palettes',
      'one msgpack RPC for each key → the editor drops half of them',
      'SYNC_ENABLED=false in the job → the queue never drains',
    ])
      expect(worthOf('tried', text), text).not.toBeNull();
    expect(worthOf('discovered', 'SYNC_ENABLED is only read at boot by the daemon')).toEqual({ names: 'SYNC_ENABLED' });
  });

  it('takes what follows the last arrow for the outcome', () => {
    expect(worthOf('tried', 'std::ofstream (open -> write) in the logger - crash remained')).toBeNull();
    expect(worthOf('tried', 'std::ofstream (open -> write) in the logger - needs a flush on Windows')).not.toBeNull();
  });

  it('wants more than an arrow and a name', () => {
    for (const text of ['Docker → failed', 'Postgres 15 → no change', 'rerun in Chrome → same error again'])
      expect(worthOf('tried', text), text).toBeNull();
  });

  it.each(['/tmp/x/schema.sql', '/home/ada/tide/schema.sql', '~/tide/schema.sql', 'C:\\tide\\schema.sql'])(
    'leaves out a path of one machine: %s',
    (path) => expect(worthOf('discovered', `the schema is only generated once, into ${path}`)).toBeNull(),
  );

  it('leaves out empty and long lines', () => {
    expect(worthOf('tried', '')).toBeNull();
    expect(worthOf('discovered', 'src/a.ts')).toBeNull();
    expect(worthOf('discovered', `src/a.ts is the only ${'owner of this and '.repeat(30)}`)).toBeNull();
  });

  it.each(['a/', 'a.', 'A-', 'x1 ', '→ ', 'SameSite=', '.a', 'is running ', '`', '1.5 tests '])(
    'takes linear time for a long line of %j',
    (part) => {
      const start = performance.now();
      worthOf('tried', part.repeat(1_000_000 / part.length));
      worthOf('discovered', part.repeat(1_000_000 / part.length));
      worthOf('tried', `Docker ${part.repeat(280 / part.length)}`);
      worthOf('discovered', `src/a.ts ${part.repeat(280 / part.length)}`);
      expect(performance.now() - start).toBeLessThan(500);
    },
  );
});
