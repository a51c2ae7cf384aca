import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventId } from '#src/format/event-id.ts';
import { chronicleText, put, TIDEMARK } from '../unit/archive/archive-directory.ts';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';

const SECRET = `ghp_${'Ab1'.repeat(12)}`;
const ESCAPE = String.fromCharCode(27);
const FOLDER = `projects/${TIDEMARK}/chronicle`;
const ERROR = eventId('ERROR', 'The clock lied');
const PIVOT = eventId('PIVOT', 'Ask the server');
const HOSTILE = eventId('DECISION', `Keep ${ESCAPE}[2J \u202egnp`);

let box: MemoryBox;
const run = (...args: string[]) => box.run('series', ...args);
const file = (name: string) => readFileSync(join(box.config, 'session-chronicle/series', name), 'utf8');
const files = () => {
  const directory = join(box.config, 'session-chronicle/series');
  return existsSync(directory) ? readdirSync(directory).filter((name) => name !== '.tmp') : [];
};

beforeAll(() => {
  box = openMemoryBox();
  const session = (name: string, id: string, branch: string, ...events: string[]) =>
    put(
      box.config,
      `${FOLDER}/${name}.md`,
      chronicleText({ id, branch, started: `${name.slice(0, 10)}T12:00:00Z`, events }),
    );
  session('2026-09-10-clocks', 'aaaaaa-first', 'ask-for-time', '[ERROR] The clock lied', '[PIVOT] Ask the server');
  session('2026-09-12-clocks', 'bbbbbb-second', 'ask-for-time', `[DECISION] Keep ${ESCAPE}[2J \u202egnp`);
  session('2026-09-14-main', 'cccccc-third', 'main', '[INSIGHT] Nothing of it');
});

describe('chronicle series', () => {
  it('suggests sessions that belong together, with the command that makes a series of them', async () => {
    const { code, stdout, stderr } = await run('list');
    expect(stdout).toBe(`Sessions that belong together

Ask for time (tidemark)
  2 sessions, 10 Sep to 12 Sep 2026, share the branch ask-for-time
  chronicle series new --from tidemark/ask-for-time
`);
    expect(stderr).toBe('No series yet. To start one, run `chronicle series new`.\n');
    expect(code).toBe(0);
  });

  it('makes a series of a story: a part for each session, with its beats', async () => {
    const { code, stdout, stderr } = await run('new', '--from', 'tidemark/ask-for-time');
    expect(stdout).toBe(`${join(box.config, 'session-chronicle/series/ask-for-time.yml')}\n`);
    expect(stderr).toBe('Created the series ask-for-time with 2 parts.\n');
    expect(code).toBe(0);
    expect(file('ask-for-time.yml')).toBe(`title: Ask for time
parts:
  - title: Ask for time
    idea: ""
    events:
      - aaaaaa-first#${ERROR}
      - aaaaaa-first#${PIVOT}
  - title: Ask for time
    idea: ""
    events:
      - bbbbbb-second#${HOSTILE}
`);
  });

  it('lists the series, and no longer suggests its story', async () => {
    const { stdout, stderr } = await run('list');
    expect(stdout).toMatch(
      /^Series +Size +Title\nask-for-time {2}2 parts, 3 events from 2 sessions {2}Ask for time\n$/,
    );
    expect(stderr).toBe('');
    const json = JSON.parse((await run('list', '--json')).stdout);
    expect(json).toMatchObject({ series: [{ slug: 'ask-for-time', parts: 2, events: 3, missing: 0 }], stories: [] });
  });

  it('starts a series with a title, and adds parts and events by any name of their session', async () => {
    await run('new', 'Teaching', 'a', 'machine');
    const begun = await run(
      'add',
      'teaching-a-machine',
      '--part-title',
      'One: the lie',
      '--idea',
      'Why?',
      `aaaaaa#${ERROR}`,
    );
    expect(begun.stdout).toBe(`Started part 1, One: the lie.\nAdded aaaaaa-first#${ERROR} to part 1, One: the lie.\n`);
    await run('add', 'teaching-a-machine', '--part-title', 'Two');
    const byTitle = await run('add', 'teaching-a-machine', '--part', 'one: THE lie', `2026-09-10-clocks#${PIVOT}`);
    expect(byTitle.stdout).toContain('to part 1, One: the lie.');
    const again = await run('add', 'teaching-a-machine', `aaaaaa#${ERROR}`, `2026-09-12-clocks#${HOSTILE}`);
    expect(again.stdout).toBe(
      `aaaaaa-first#${ERROR} is already in part 1, One: the lie.\nAdded bbbbbb-second#${HOSTILE} to part 2, Two.\n`,
    );
    expect(again.code).toBe(0);
  });

  it('prints an outline without control characters', async () => {
    const shown = await run('show', 'teaching-a-machine');
    expect(shown.stdout).toContain(`2 parts, 3 events from 2 sessions\n`);
    expect(shown.stdout).toContain(`1. One: the lie\n   Why?\n   aaaaaa-f#${ERROR}  ERROR  The clock lied`);
    expect(shown.stdout).toContain('Keep \\u{1b}[2J \\u{202e}gnp');
    const markdown = await run('show', 'teaching-a-machine', '--markdown');
    expect(markdown.stdout).toContain('## 1. One: the lie\n\nWhy?\n\n- Error, 2026-09-10: The clock lied\n');
    for (const { stdout } of [shown, markdown]) expect(stdout).not.toContain(ESCAPE);
    const { parts } = JSON.parse((await run('show', 'teaching-a-machine', '--json')).stdout);
    expect(parts[0].events[0]).toMatchObject({ event: `aaaaaa-first#${ERROR}`, found: true, text: 'The clock lied' });
  });

  it('prints no secret in a title, idea or event, and does not change the file', async () => {
    const event = eventId('ERROR', `Sent ${SECRET}`);
    const text = `title: About ${SECRET}\nparts:\n  - title: Why ${SECRET}\n    idea: With ${SECRET}\n    events: [dddddd#${event}]\n`;
    const path = put(box.config, 'session-chronicle/series/told.yml', text);
    put(
      box.config,
      `${FOLDER}/2026-09-16-sent.md`,
      chronicleText({
        id: 'dddddd',
        branch: 'main',
        started: '2026-09-16T12:00:00Z',
        events: [`[ERROR] Sent ${SECRET}`],
      }),
    );
    const said = await Promise.all([
      run('show', 'told'),
      run('show', 'told', '--markdown'),
      run('show', 'told', '--json'),
      run('list'),
      run('add', 'told', `dddddd#${event}`),
    ]);
    for (const { code, stdout, stderr } of said) {
      expect(stdout).toMatch(/About \[redacted|Why \[redacted/);
      expect(stdout + stderr).not.toContain('ghp_');
      expect(code).toBe(0);
    }
    expect(said[1]?.stdout).toMatch(/Error, 2026-09-16: Sent \[redacted/);
    expect(readFileSync(path, 'utf8')).toBe(text);
    rmSync(path);
    rmSync(join(box.config, FOLDER, '2026-09-16-sent.md'));
  });

  it('keeps a secret in the title out of slug, file and messages', async () => {
    const made = await run('new', 'About', SECRET, 'and', 'more');
    const [, slug = ''] = /\/([\w-]+)\.yml\n$/.exec(made.stdout) ?? [];
    expect(slug).toMatch(/^about-redacted-.*and-more$/);
    const part = await run('add', slug, '--part-title', `Why ${SECRET}`);
    expect(part.stdout).toMatch(/^Started part 1, Why \[redacted/);
    for (const { stdout, stderr } of [made, part]) expect(stdout + stderr).not.toMatch(/ghp_/i);
    const name = `${slug}.yml`;
    expect(file(name)).not.toMatch(/ghp_/i);
    rmSync(join(box.config, 'session-chronicle/series', name));
  });

  it('reports what is invalid in a file, and where', async () => {
    const path = put(
      box.config,
      'session-chronicle/series/odd.yml',
      'title: Odd\nparts:\n  - title: One\n    events: [x]\n',
    );
    const { code, stdout, stderr } = await run('show', 'odd');
    expect(stdout).toContain('Odd\n1 part\n');
    expect(stderr).toMatch(`${path}:4:14: This entry cannot be used: this is not the name of an event.`);
    expect(code).toBe(0);
  });

  it.concurrent.each([
    [['new'], 'needs a title'],
    [['new', 'X', '--slug', '../x'], 'A slug has letters'],
    [['new', 'X', '--slug', 'ask-for-time'], 'A series named ask-for-time already exists.'],
    [['new', '--from', 'tidemark/ask-for-tim'], 'Did you mean tidemark/ask-for-time?'],
    [['add', 'ask-for-time'], 'needs a series, and events or --part-title'],
    [['add', 'ask-for-tim', 'last#e-000000'], 'Did you mean ask-for-time?'],
    [['add', '../ask-for-time', '--part-title', 'X'], 'There is no series ../ask-for-time.'],
    [['add', 'ask-for-time', 'last'], 'last is not the name of an event.'],
    [['add', 'ask-for-time', 'last#e-000000'], 'has no event e-000000.'],
    [['add', 'ask-for-time', `aaaaaa#${ERROR}`, '--part', '7'], 'has no part 7.'],
    [
      ['add', 'ask-for-time', `aaaaaa#${ERROR}`, '--part', '1', '--part-title', 'X'],
      '--part and --part-title cannot be combined',
    ],
  ])('refuses %j and changes nothing', async (args, sentence) => {
    const before = files().map((name) => file(name));
    const { code, stdout, stderr } = await run(...args);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/Nothing was changed\.\n$/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(files().map((name) => file(name))).toEqual(before);
  });
});
