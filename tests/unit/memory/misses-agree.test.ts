/* Between two readings of the archive, hooks count the same as the archive. */

import { describe, expect, it } from 'vitest';
import { EMPTY_LOOKUP, missesByMemory } from '#src/memory/lookup.ts';
import { noteMisses, readLookup } from '#src/memory/lookup-file.ts';
import { seeMemories } from '#src/memory/see-memories.ts';
import { writeMemoryIndex } from '#src/memory/write-memory-index.ts';
import { layoutOf, memoryPlace } from '#src/lib/paths.ts';
import { missRemark } from '#src/memory/miss-remark.ts';
import { newMisses, ownMisses } from '#src/memory/own-misses.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, open, put, TIDEMARK } from '../archive/archive-directory.ts';

// In the future, since the archive counts as read until now.
const MONTH = '2036-03';
const FLOAT = 'Used a float for the price of an order; `Money.from` was there';
const ALIKE = 'Another float for an order price, and not `Money.from`';
const NAMED = 'Rounded although feedback_money.md says how';
const OTHER = 'The tests were not run before the push';

const ROOT = '/home/me/tidemark';

/** A project in which one session ends per day and memories are written. */
class Project {
  readonly layout = layoutOf(temporaryDirectory());
  readonly place = memoryPlace(this.layout, TIDEMARK);
  #day = 0;
  #ledger = '';

  /** Ends a session with these misses; returns what `log` would have printed for the last one. */
  end(misses: string[]): string | null {
    const started = `${MONTH}-${String(++this.#day).padStart(2, '0')}T09:00:00Z`;
    const id = `s${this.#day}`;
    const events = misses.map((text, n) => `09:${10 + n} [MEMORY-MISS] ${text}`);
    const text = chronicleText({ id, started, events }).replace('\ncwd:', '\nutc_offset: +00:00\ncwd:');
    put(this.place.chronicle, `${started.slice(0, 10)}-main.md`, text);
    const own = ownMisses(text);
    const now = new Date(started.replace('09:00', '12:00'));
    const remark = own && missRemark(this.lookup(), own, { id: own.misses.at(-1)?.id ?? '', root: ROOT, now });
    noteMisses(this.layout, this.place, { root: ROOT, text: Buffer.from(text).toString('latin1'), now });
    return remark;
  }

  /** Writes a memory in the evening because of the misses of matching sessions. */
  async remember(action: 'new' | 'strengthen', because: RegExp, file = 'feedback_money.md'): Promise<void> {
    const at = `${MONTH}-${String(this.#day).padStart(2, '0')}T20:00:00Z`;
    put(this.place.memory, file, `${action} ${at}`);
    const known = this.snapshot().sessions.filter(({ id }) => because.test(id));
    const events = known.flatMap(({ id, chronicle }) => chronicle.events.map((event) => `${id}#${event.id}`));
    const before = action === 'new' ? null : 'x';
    const line = { id: `l-${at}`, at, source: 'retro', action, file, session_id: 's1', events, before, after: 'y' };
    this.#ledger += `${JSON.stringify(line)}\n`;
    put(this.place.chronicle, 'memory-ledger.jsonl', this.#ledger);
    this.read();
    const now = () => new Date(at);
    await seeMemories({ layout: this.layout, place: this.place, sessionId: 's1', now, patience: 10_000 });
  }

  snapshot = () => open(this.layout.projects).snapshot;
  lookup = () => readLookup(this.layout, this.place);
  read = () => writeMemoryIndex(this.layout, this.snapshot());

  /** How often each memory was missed since it was written, and whether it is broken, according to hooks and to the archive. */
  counts(): { hooks: object; archive: object } {
    const known = () => Object.fromEntries(missesByMemory(this.lookup()));
    const hooks = known();
    this.read();
    const archive = Object.fromEntries(
      Object.entries(known()).map(([file, { count, isBroken }]) => [file, { count, isBroken }]),
    );
    return { hooks, archive };
  }
}

describe('what hooks count', () => {
  it('matches the archive, for misses that name the memory and similar ones', async () => {
    const project = new Project();
    project.end([FLOAT]);
    await project.remember('new', /^s1$/);
    expect(project.end([ALIKE])).toContain('the second miss of its kind');
    expect(project.end([NAMED, OTHER])).toBeNull();
    expect(project.end([OTHER, FLOAT])).toBe('Third miss that feedback_money.md should have prevented.');
    expect(project.end([FLOAT, NAMED])).toBe('Fifth miss that feedback_money.md should have prevented.');
    const { hooks, archive } = project.counts();
    expect(hooks).toEqual({ 'feedback_money.md': { count: 5, isBroken: true } });
    expect(archive).toEqual(hooks);
    expect(project.end([ALIKE])).toBe('Sixth miss that feedback_money.md should have prevented.');
    expect(project.counts().archive).toEqual({ 'feedback_money.md': { count: 6, isBroken: true } });
  });

  it('matches for a strengthened memory', async () => {
    const project = new Project();
    project.end([FLOAT]);
    await project.remember('new', /^s1$/);
    project.end([ALIKE]);
    await project.remember('strengthen', /^s2$/);
    const before = project.counts();
    expect(before.archive).toEqual({ 'feedback_money.md': { count: 1, isBroken: false } });
    expect(project.end([FLOAT])).toBe('Second miss that feedback_money.md should have prevented.');
    const { hooks, archive } = project.counts();
    expect(hooks).toEqual({ 'feedback_money.md': { count: 2, isBroken: true } });
    expect(archive).toEqual(hooks);
  });

  it('matches for a miss that names another or an unknown memory', async () => {
    const project = new Project();
    project.end([FLOAT]);
    await project.remember('new', /^s1$/);
    await project.remember('new', /^none$/, 'feedback_push.md');
    project.end([`${ALIKE}, see feedback_gone.md`, `${ALIKE}, see feedback_push.md`]);
    const { hooks, archive } = project.counts();
    expect(hooks).toEqual({ 'feedback_push.md': { count: 1, isBroken: true } });
    expect(archive).toEqual(hooks);
  });

  it('matches for more misses in a minute than the lookup keeps', async () => {
    const project = new Project();
    project.end([FLOAT]);
    await project.remember('new', /^s1$/);
    project.end(Array.from({ length: 30 }, () => ALIKE));
    const { hooks, archive } = project.counts();
    expect(hooks).toEqual({ 'feedback_money.md': { count: 30, isBroken: true } });
    expect(archive).toEqual(hooks);
  });

  it('does not count a miss twice that only the archive has', () => {
    const events = Array.from({ length: 9 }, (_, n) => `09:10 [MEMORY-MISS] ${n} ${FLOAT}`);
    const text = chronicleText({ id: 's1', started: `${MONTH}-01T09:00:00Z`, events });
    const own = ownMisses(text.replace('\ncwd:', '\nutc_offset: +00:00\ncwd:'));
    if (!own) throw new Error('no chronicle');
    const kept = (n: number) => ({ event: `s1#${own.misses[n]?.id}`, words: {} });
    const mistake = { root: ROOT, count: 8, last: kept(7).event, file: null, misses: [kept(6), kept(7)] };
    const lookup = { ...EMPTY_LOOKUP, through: `${MONTH}-01T09:10:30Z`, mistakes: [mistake] };
    expect(newMisses(lookup, own, { root: ROOT, now: new Date() }).map(({ event }) => event)).toEqual([kept(8).event]);
  });
});
