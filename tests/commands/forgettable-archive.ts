/**
 * An archive with one text in every file and in every form in which our files may contain it, for the tests of
 * `chronicle forget`.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serializeFacts } from '#src/transcript/facts.ts';
import { aHistoryLine, aProposal } from '#tests/support/memory-lines.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';

/** The text, as a person would type it. */
export const TEXT = 'Zoë_Ltd secret';
/** The forms it has in files: other case, decomposed accents, across a line end, escaped. */
const FORMS = [
  'zoë_ltd SECRET',
  'Zoe\u0308_Ltd secret',
  'Zoë_Ltd\n  secret',
  'Zoë\\_Ltd secret',
  'ZO\u00cb_LTD\u00a0secret',
];

export const FIRST = '1b267dd9-1319-4d99-ac43-8c635d5a6ba8';
export const SECOND = '2e5a740f-81cd-4aa4-8c2a-e02e60e0de71';

/** A box filled with it. */
export function openForgettable(): MemoryBox {
  const box = openMemoryBox();
  fillWithText(box);
  return box;
}

/** Fills a box with the product's own files. */
export function fillWithText({ config, project, checkout }: MemoryBox): void {
  const [folded, apart, broken, escaped, wide] = FORMS;
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(config, path)), { recursive: true });
    writeFileSync(join(config, path), text);
  };
  const below = project.slice(config.length + 1);
  put(
    `${below}/chronicle/2026-03-24-Zo-_Ltd-secret.md`,
    chronicle(
      FIRST,
      checkout,
      `branch: "${folded}"`,
      `- 10:00 [ERROR] We told ${broken} all\n- 10:01 [ERROR] ${apart}\n`,
      `For ${wide}.`,
    ),
  );
  const stays = chronicle(SECOND, checkout, 'branch: main', `- 10:00 [INSIGHT] Stays, after ${FIRST}\n`, 'Stays.');
  put(`${below}/chronicle/2026-03-25-main.md`, stays);
  const did = { reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 };
  const facts = someFacts({
    head: { session_id: FIRST, titles: { prompt: folded } },
    prompts: [{ at: '2026-03-24T09:00:00Z', text: `Tell ${broken}`, record: 'r-1', did }],
    files: [{ path: `${apart}.ts`, edits: 1, added: 1, removed: 0, prompts: [0] }],
  });
  put(`${below}/chronicle/facts/2026-03-24-Zo-_Ltd-secret.json`, serializeFacts(facts));
  const cited = [`${FIRST}#e-111111`, `${SECOND}#e-222222`];
  const line = aHistoryLine({ file: 'a.md', session_id: FIRST, events: cited, after: null });
  const first = { ...line, id: 'l-1', at: '2026-03-24T10:00:00Z' };
  put(`${below}/chronicle/memory-ledger.jsonl`, lines(first, `half {"x": "${escaped}`));
  const proposal = aProposal({ state: 'skipped', proposed: '2026-03-24T10:00:00Z', file: 'a.md', events: cited });
  put(
    `${below}/chronicle/memory/proposals.jsonl`,
    lines(
      { ...proposal, id: 'p-111111', session_id: FIRST, text: `A ${broken}`, events: cited, reason: '' },
      { ...proposal, id: 'p-222222', session_id: SECOND, text: 'B', events: cited, reason: `As ${folded} said` },
    ),
  );
  const backups = `${below}/chronicle/memory/backups`;
  put(`${backups}/20260324T100000000Z-p-111111/before.md`, `It is ${folded}\n`);
  const undoable = change({ ...line, id: 'l-2', session_id: SECOND });
  put(`${backups}/20260324T100000000Z-p-222222/change.json`, `${JSON.stringify(undoable, null, 2)}\n`);
  put(`${below}/chronicle/.tmp/4194305.elsewhere.abc.tmp`, apart ?? '');
  utimesSync(join(config, below, 'chronicle/.tmp/4194305.elsewhere.abc.tmp'), 1, 1);
  const state = 'session-chronicle';
  put(
    `${state}/drafts/post.md`,
    `---\ntitle: "On ${folded}"\nsessions:\n  - ${FIRST}\n---\n\nWe told ${escaped}.\n\n> It failed\n> <!-- event: ${cited[0]} -->\n\nEnd.\n`,
  );
  put(`${state}/drafts/post.redactions.yml`, `# ${folded}\nsalt: d5285e3c211970c9be51f9d8f9b5f2e8\n`);
  const posted = { exports: [{ title: folded, events: cited }] };
  put(`${state}/drafts/post.exports.json`, `${JSON.stringify(posted, null, 2)}\n`);
  put(`${state}/clusters.yml`, `rename:\n  ${cited[0]}: ${folded}\n`);
  for (const log of ['log.jsonl', 'log.1.jsonl', 'addresses.jsonl'])
    put(
      `${state}/${log}`,
      lines({ at: '2026-03-24T10:00:00Z', event: 'x', code: 'X', message: `In ${folded}`, session_id: FIRST }),
    );
  for (const derived of [
    'cache/search/a.bundle',
    'cache/edit-1/a.md',
    'site/index.html',
    `index/memory/${below.slice('projects/'.length)}.json`,
  ])
    put(`${state}/${derived}`, `<p>${folded}</p>`);
  put(`${state}/index/by-id/${FIRST}`, `${below.slice('projects/'.length)}/chronicle/2026-03-24-Zo-_Ltd-secret.md\n`);
  put(`${below}/${FIRST}.jsonl`, lines({ type: 'user' }, { type: 'user', message: folded }, { message: broken }));
  put(`${below}/memory/a.md`, `${folded}\n`);
  put('history.jsonl', lines({ display: folded, sessionId: FIRST }));
}

/** Our files that contain the text in any form, or have it in their name. */
export function filesWithText({ config }: MemoryBox): string[] {
  const files = readdirSync(config, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(config, path)).isFile(),
  );
  return files.filter(
    (path) => !isClaudes(path) && (holdsText(readFileSync(join(config, path), 'utf8')) || path.includes('secret')),
  );
}

/** Every file below the box with its bytes. */
export function allFiles({ config }: Pick<MemoryBox, 'config'>): Map<string, string> {
  const files = readdirSync(config, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(config, path)).isFile(),
  );
  return new Map(files.sort().map((path) => [path, readFileSync(join(config, path), 'latin1')]));
}

function isClaudes(path: string): boolean {
  return /^history\.jsonl$|^projects\/[^/]+\/(?:memory\/|[^/]+\.jsonl$)/.test(path);
}

function holdsText(text: string): boolean {
  return /zoë\\*_ltd(?:\s|\\+n)+secret/i.test(text.normalize('NFC'));
}

function chronicle(id: string, cwd: string, branch: string, events: string, summary: string): string {
  const front = `session_id: ${id}\ndate: 2026-03-24\n${branch}\ntask:\nstarted: 2026-03-24T09:00:00Z\ncwd: ${cwd}\nutc_offset: +00:00`;
  return `---\n${front}\n---\n\n## Events\n\n${events}\n## Summary\n\n${summary}\n`;
}

function change(line: object): object {
  const sides = { before: null, after: null };
  return {
    at: '2026-03-24T10:00:00Z',
    proposal: 'p-222222',
    action: 'NEW',
    undoes: null,
    file: 'a.md',
    memory: sides,
    index: null,
    entry: null,
    line,
  };
}

function lines(...values: unknown[]): string {
  return values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('');
}
