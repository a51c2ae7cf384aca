/* Leaving: projects as the files of observational memory and Mind, and back in again by our own importers. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { CommandBox } from './command-box.ts';

const ID = 'a1b2c3d4';
const CHRONICLE = `---
session_id: ${ID}
date: 2026-03-24
branch: main
task: ""
started: 2026-03-24T14:00:00Z
cwd: /home/me/larder
---

## Events

- 14:10 [DECISION] Use a <!-- hard --> latch because of the wind
- 14:20 [ERROR] The hinge is on the wrong side
- 14:30 [MEMORY-HIT] hinge.md

## Summary

A door.
`;
const NOTEBOOK = `---
session_id: ${ID}
---

## Focus

- 14:02 The door

## Tried (didn't work)

- 14:31 Glue → it melts

## Discovered

- 14:40 The frame is oak

## Open Questions

- 14:50 Paint it?
- 14:51 ~~Which side?~~ → left (15:20)

## Observations

- 15:10 [decision] [P1] Hinges go left
  For the wind
  - The wind comes from the right
    - [P3] (15:11) mostly
  Narrative: It was measured.
  Concepts: gotcha
  Files: src/door.ts
  Ref: 2026-12-15
  Rel: 2026-03-31 from "next Tuesday"
  Scope: committed
- 15:12 [P2] Local only
- 15:13 [P3] Everywhere
  Scope: global

## Handoff

Current Task: Hang the door
Suggested Next: Paint it
`;

let box: CommandBox;
let out = '';

beforeEach(() => {
  box = new CommandBox('export-forms', 'larder');
  out = join(temporaryDirectory('leave'), 'out');
  const place = join(box.config, 'projects/-home-me-larder/chronicle');
  mkdirSync(join(place, 'notebooks'), { recursive: true });
  writeFileSync(join(place, '2026-03-24-main.md'), CHRONICLE);
  writeFileSync(join(place, 'notebooks/2026-03-24-main.md'), NOTEBOOK);
});

function written(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(out.length + 1), readFileSync(path, 'utf8')]),
  );
}

/** Imports what was written into another home, and returns its notebooks. */
async function importedAgain(kind: string): Promise<string> {
  const other = new CommandBox('export-again', 'larder');
  for (const [path, text] of Object.entries(written())) {
    const target = join(other.checkout, path.replace(/^[^/]+\//, ''));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  const { stdout } = await other.run('import', kind, other.checkout);
  expect(stdout).toContain('Imported');
  return readdirSync(join(other.config, 'projects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes('notebooks'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

describe('chronicle export --to observations', () => {
  it('writes a file for each scope, in the form that both read', async () => {
    const { code, stderr } = await box.run('export', '--to', 'observations', '--out', out);
    expect(code).toBe(0);
    expect(stderr).toContain('Wrote 3 files for 1 project.');
    expect(stderr).toContain('This form cannot hold');
    expect(stderr).toContain('3 events and 5 notes');
    expect(written()).toEqual({
      'larder/.claude/observations.md':
        'Date: 2026-03-24\n- [P1] (15:10) Hinges go left {ref: 2026-12-15} {rel: 2026-03-31 from "next Tuesday"}\n  - For the wind\n  - The wind comes from the right\n    - [P3] (15:11) mostly\n  - It was measured.\n  - Type: decision\n  - Concepts: gotcha\n  - Files: src/door.ts\n',
      'larder/.claude/observations.local.md':
        'Date: 2026-03-24\n- [P2] (15:12) Local only\n\nCurrent Task: Hang the door\nSuggested Next: Paint it\n',
      'larder/observations-global.md': 'Date: 2026-03-24\n- [P3] (15:13) Everywhere\n',
    });
    const again = await importedAgain('observational-memory');
    expect(again).toMatch(/- 15:10 \[P1\] Hinges go left\n {2}- For the wind\n/);
    expect(again).toContain('Ref: 2026-12-15\n  Rel: 2026-03-31 from "next Tuesday"\n  Scope: committed\n');
    expect(again).toContain('- 15:12 [P2] Local only\n');
    expect(again).toContain('Current Task: Hang the door\nSuggested Next: Paint it\n');
  });

  it('overwrites nothing, and writes nothing in a dry run', async () => {
    expect((await box.run('export', '--to', 'observations', '--out', out, '--dry-run')).stdout).toContain('[P1]');
    expect(existsSync(out)).toBe(false);
    await box.run('export', '--to', 'observations', '--out', out, '--project', 'larder');
    const before = written();
    const again = await box.run('export', '--to', 'observations', '--out', out);
    expect([again.code, written()]).toEqual([2, before]);
    expect(again.stderr).toContain('exists already');
    expect((await box.run('export', '--to', 'observations')).stderr).toContain('--out is missing');
    expect(await box.run('export', 'last', '--to', 'mind', '--out', out)).toMatchObject({ code: 2 });
  });
});

it('chronicle export --to mind writes its three files, which come in again', async () => {
  const { code, stderr } = await box.run('export', '--to', 'mind', '--out', out);
  expect(code).toBe(0);
  expect(stderr).toContain('nor 1 event about memory');
  const { 'larder/.mind/MEMORY.md': memory = '', 'larder/.mind/SESSION.md': session = '', ...rest } = written();
  expect(session).toBe(
    "# Session: 2026-03-24\n\n## Focus\n- The door\n\n## Constraints\n\n## Tried (didn't work)\n- Glue → it melts\n\n## Discovered\n- The frame is oak\n\n## Open Questions\n- Paint it?\n\n## Out of Scope\n",
  );
  expect(memory).toContain('- Goal: Hang the door\n');
  expect(memory).toContain('## Gotchas\n- Glue → it melts\n');
  expect(memory).toContain('- **Decided:** Use a <! -- hard --> latch because of the wind\n- **Problem:** The hinge');
  expect(memory).toContain('- **Decided:** Hinges go left\n  - For the wind\n');
  expect(rest).toEqual({
    'larder/.mind/REMINDERS.md': '## Reminders\n\n- [ ] 2026-03-24 | next session | Paint it?\n',
  });
  const again = await importedAgain('mind');
  for (const line of ['The door', 'Glue → it melts', 'The frame is oak', 'Paint it?', 'Paint it? (due next session)'])
    expect(again).toContain(`- --:-- ${line}\n`);
  expect(again).toContain('**Decided:** Use a <! -- hard --> latch because of the wind\n');
});
