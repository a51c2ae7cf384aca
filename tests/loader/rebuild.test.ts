import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Facts, serializeFacts } from '#src/facts/facts.ts';
import { readFacts } from '#src/node/facts/facts-file.ts';
import { sampleDirectory } from '#src/node/package-root.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { generateChronicle } from '../bench/generate.ts';
import { generateFacts } from '../bench/generate-facts.ts';
import { put } from '../unit/archive/archive-directory.ts';
import { discard, runCommand } from './command.ts';

const LARDER = 'projects/-home-robin-code-larder/chronicle';
const MEMORIES = 'projects/-home-robin-code-larder/memory';
const STRENGTHENED = {
  id: 'l-more',
  at: '2026-11-18T09:00:00Z',
  source: 'retro',
  action: 'strengthen',
  file: 'feedback_money_in_cents.md',
  session_id: '1df0f5a8-956f-43ed-9b31-6333a9c77b99',
  events: ['1df0f5a8-956f-43ed-9b31-6333a9c77b99#e-9295be'],
  before: 'ab',
  after: 'cd',
};
const BENCH = 'projects/-home-robin-code-bench/chronicle';
const NESTBOX = 'projects/-home-robin-firmware-nestbox/chronicle';
const TIDEMARK = 'projects/-home-robin-code-tidemark/chronicle';
/** The page of a session whose handoff suggests a next step. */
const SUGGESTING = 'sessions/tidemark/2026-09-02-tm-41-prune/index.html';
const BRIEFING = 'session-chronicle/site/brief/nestbox/index.html';
/** Together with the sample, too many sessions and events for one page. */
const MORE = 250;
const NOTEBOOK = 'projects/-home-robin-firmware-nestbox/chronicle/notebooks/2026-08-31-nb-12-ota.md';
/** The page of a later session, which repeats an attempt of that notebook. */
const REPEATING = 'session-chronicle/site/sessions/nestbox/2026-09-18-nb-14-brownout/index.html';
/** The page of its session. */
const OBSERVED = 'sessions/nestbox/2026-08-31-nb-12-ota/index.html';
/** An observation in that notebook that is like an event of a later session, and that session's page. */
const LIKE = 'The box out of reach that got no update has sane numbers';
const LIKE_PAGE = 'sessions/nestbox/2026-10-09-nb-15-tare-drift/index.html';
/** The program that prints pages as Astro renders them. */
const ASTRO_PAGES = join(import.meta.dirname, 'astro-pages.ts');
/** The owner's files next to the archive. */
const OWNERS = ['clusters.yml', 'config.json', 'drafts', 'series'];

describe('chronicle build, again', () => {
  const config = temporaryDirectory();

  /** The output of a build, without its time. */
  async function built(): Promise<Map<string, string>> {
    const { code, stderr } = await runCommand(config, 'build', '--no-search');
    expect(stderr).toMatch(/Built the site|Nothing has changed/);
    expect(code).toBe(0);
    const site = join(config, 'session-chronicle/site');
    const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.startsWith('.') && statSync(join(site, path)).isFile(),
    );
    return new Map(
      files.sort().map((path) => {
        const text = readFileSync(join(site, path), 'utf8');
        return [path, withoutTime(text)];
      }),
    );
  }

  /** The output of a build from scratch. */
  async function expectSameAsFromNothing(): Promise<Map<string, string>> {
    const again = await built();
    const state = join(config, 'session-chronicle');
    const aside = temporaryDirectory();
    // Pages contain paths, so both builds use the same directory.
    renameSync(state, join(aside, 'state'));
    for (const name of OWNERS.filter((each) => existsSync(join(aside, 'state', each))))
      cpSync(join(aside, 'state', name), join(state, name), { recursive: true });
    const anew = await built();
    discard(state);
    renameSync(join(aside, 'state'), state);
    discard(aside);
    expectSame(again, anew);
    return anew;
  }

  function expectSame(again: ReadonlyMap<string, string>, anew: ReadonlyMap<string, string>): void {
    expect([...again.keys()]).toEqual([...anew.keys()]);
    for (const [path, text] of anew) expect(again.get(path) === text, path).toBe(true);
  }

  /** A page of each route as Astro itself renders it, without the time of its archive. */
  async function astroPages(): Promise<Record<string, string>> {
    const { PATH = '', TZ = 'UTC' } = process.env;
    const env = { PATH, TZ, HOME: join(config, 'no-home'), CLAUDE_CONFIG_DIR: config };
    const options = { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', ASTRO_PAGES], options);
    expect(Object.keys(JSON.parse(withoutTime(stdout))).length).toBeGreaterThan(20);
    return JSON.parse(withoutTime(stdout));
  }

  it('writes the same as a build from scratch and as Astro itself, whatever has changed', {
    tags: 'long',
  }, async () => {
    cpSync(join(sampleDirectory(), 'projects'), join(config, 'projects'), { recursive: true });
    for (let i = 0; i < MORE; i++) {
      const { name, text } = generateChronicle(i * 4);
      put(config, `${BENCH}/${name}`, text);
    }
    const drawn = await built();
    for (const [path, html] of Object.entries(await astroPages())) expect(drawn.get(path) === html, path).toBe(true);

    const folder = join(config, LARDER);
    const [first = '', second = '', third = ''] = readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .sort();
    // One more event, which joins a group of misses; one neighbour less; another title.
    appendFileSync(
      join(config, BENCH, generateChronicle(0).name),
      '\n- [MEMORY-MISS] Stored the price of a share as a float; 4.985 printed as 4.98\n',
    );
    rmSync(join(folder, second));
    writeFileSync(
      join(folder, third),
      readFileSync(join(folder, third), 'utf8').replace(/^branch: .*$/m, 'branch: lar/9-renamed'),
    );
    await expectSameAsFromNothing();

    // One more session on a known branch; a problem; a decision of the owner; drafts and a series.
    cpSync(join(sampleDirectory(), 'session-chronicle'), join(config, 'session-chronicle'), { recursive: true });
    const text = readFileSync(join(folder, first), 'utf8');
    const next = text
      .replace(/^session_id: .*$/m, 'session_id: one-more')
      .replaceAll(/^(date: |started: )20\d\d/gm, '$12027');
    put(config, `${LARDER}/2027-one-more.md`, next.replace('[DECISION]', '[DECISON]'));
    put(
      config,
      'session-chronicle/clusters.yml',
      `rename:\n  ${missIn(readFileSync(join(config, 'session-chronicle/site/memory/groups.csv'), 'utf8'))}: Named by hand\n`,
    );
    await expectSameAsFromNothing();

    // A changed memory, and one that another refers to; a line of the ledger; a decided proposal.
    const memory = join(config, MEMORIES, 'feedback_money_in_cents.md');
    appendFileSync(memory, '\nSee [[feedback-whole-crates]].\n');
    put(config, `${MEMORIES}/feedback_whole_crates.md`, '---\nname: feedback-whole-crates\n---\n\nCrates are whole.\n');
    appendFileSync(join(folder, 'memory-ledger.jsonl'), `${JSON.stringify(STRENGTHENED)}\n`);
    const proposals = join(folder, 'memory/proposals.jsonl');
    writeFileSync(proposals, readFileSync(proposals, 'utf8').replace('"state": "open"', '"state": "skipped"'));
    await expectSameAsFromNothing();

    // One memory less, another index, one draft less.
    rmSync(join(config, 'session-chronicle/drafts/the-disk-that-moved'), { recursive: true });
    rmSync(join(config, MEMORIES, 'feedback_whole_crates.md'));
    writeFileSync(join(config, MEMORIES, 'MEMORY.md'), '- [Crates and cents](feedback_money_in_cents.md)\n');

    // Other facts: in the head, only behind it, gone, and of a session that had none.
    const [head = '', behind = '', gone = ''] = readdirSync(join(folder, 'facts'))
      .filter((name) => existsSync(join(folder, name.replace('.json', '.md'))))
      .map((name) => join(folder, 'facts', name));
    editFacts(head, (facts) => {
      facts.head.titles = { custom: 'A title of its own' };
    });
    editFacts(behind, ({ prompts: [prompt] }) => {
      if (prompt) prompt.text = 'Something else entirely';
    });
    rmSync(gone);
    const bench = generateChronicle(4);
    put(config, `${BENCH}/facts/${bench.name.replace('.md', '.json')}`, generateFacts(4, bench));

    // Another word in an attempt that a later session repeats, one more observation; one notebook less.
    const notebook = join(config, NOTEBOOK);
    const earlier = readFileSync(notebook, 'utf8');
    expect(readFileSync(join(config, REPEATING), 'utf8')).toContain('tried before, 31 Aug');
    writeFileSync(
      notebook,
      earlier
        .replace(/^(## Tried.*\n\n)(?:- .*\n)+/m, '$1- 10:00 another antenna → no change\n')
        .replace(
          /^(## Observations\n\n)/m,
          `$1- 10:30 [P1] Antennas are ordered\n  Ref: 2099-01-01\n- 10:31 [P2] ${LIKE}\n`,
        ),
    );
    rmSync(join(folder, 'notebooks/2026-11-10-main.md'));

    // One more use of what a briefing showed; a briefing on another branch, which may be shorter.
    expect(readFileSync(join(config, BRIEFING), 'utf8')).not.toMatch(/used by [1-9]/);
    editFacts(join(config, NESTBOX, 'facts/2026-11-19-nb-21-winter-report.json'), ({ head: { briefing } }) => {
      if (briefing) briefing.used = briefing.shown.slice(0, 1);
    });
    const newest = join(config, NESTBOX, '2026-11-19-nb-21-winter-report.md');
    writeFileSync(newest, readFileSync(newest, 'utf8').replace(/^branch: .*$/m, 'branch: nb/99-elsewhere'));
    put(config, 'session-chronicle/config.json', '{ "briefing": { "tokens": 300 } }');

    // A later session that was asked for what an earlier one suggested.
    editFacts(join(config, TIDEMARK, 'facts/2026-11-18-main.json'), ({ head }) => {
      head.titles.prompt = 'Run the long test over both years on the NAS, which was asleep';
    });
    const last = await expectSameAsFromNothing();

    // No change.
    expectSame(await built(), last);
    expect(readFileSync(join(config, BRIEFING), 'utf8')).toMatch(
      /nb\/99-elsewhere[\s\S]*of at most 300 tokens[\s\S]*used by [1-9]/,
    );
    expect(last.get(SUGGESTING)).toMatch(/Asked for in\s*<a href="\/sessions\/tidemark\/2026-11-18-main\/"/);
    expect(readFileSync(join(config, REPEATING), 'utf8')).not.toContain('tried before');
    expect(last.get(LIKE_PAGE)).toContain(LIKE);
    for (const page of ['timeline/2026-08/index.html', 'projects/nestbox/index.html', OBSERVED])
      expect(last.get(page), page).toContain('Antennas are ordered');
  });
});

function editFacts(path: string, edit: (facts: Facts) => void): void {
  const { facts } = readFacts(path);
  if (!facts) throw new Error(`${path} has no facts.`);
  edit(facts);
  writeFileSync(path, serializeFacts(facts));
}

/** The id of the first group. */
function missIn(csv: string): string {
  return csv.split('\r\n')[1]?.split(',')[0] ?? '';
}

function withoutTime(text: string): string {
  return text.replaceAll(/"generated":"[^"]*"/g, '').replaceAll(/Built \d+ \w+, \d\d:\d\d/g, '');
}
