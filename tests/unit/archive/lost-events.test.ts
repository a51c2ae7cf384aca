import { describe, expect, it, onTestFinished } from 'vitest';
import { acknowledgedLine } from '#src/chronicle/acknowledged.ts';
import type { ArchiveSnapshot } from '#src/node/archive/archive.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { clustersFile } from '#src/node/memory/clusters-file.ts';
import { LOGGED_FOLDER } from '#src/project/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, TIDEMARK, until } from './archive-directory.ts';

const ID = '3f6c2a10';
const PATH = `${TIDEMARK}/chronicle/2026-03-24-main.md`;
const line = (text: string) =>
  `\n${acknowledgedLine({ date: '2026-03-24', time: '14:32', tag: 'ERROR', text, details: '' })}\n`;

/** An archive of one session, and the directory of its owner. */
function openLosing(records: Record<string, string>) {
  const [root, state] = [temporaryDirectory(), temporaryDirectory()];
  put(root, PATH, chronicleText());
  for (const [id, text] of Object.entries(records)) put(state, `${LOGGED_FOLDER}/${id}`, text);
  const owner = { root: state, clusters: clustersFile(`${state}/clusters.yml`) };
  const archive = openArchive({ roots: [root], origin: 'own', watch: true, owner });
  onTestFinished(() => archive.close());
  return { root, state, archive };
}

const missingIn = ({ attention }: ArchiveSnapshot) => attention.flatMap(({ missing }) => missing ?? []);

describe('openArchive, on records of logged events', () => {
  it('names what a chronicle no longer has, with the command for it', () => {
    const { archive } = openLosing({ [ID]: line('Gone `x`'), other: line('Of a deleted chronicle') });
    expect(archive.snapshot.attention).toEqual([
      {
        path: expect.stringContaining(PATH),
        problem: expect.objectContaining({
          code: 'CHRONICLE_LOST_EVENTS',
          effect: 'noted',
          message: '1 logged event is missing from this chronicle.',
          advice: expect.stringContaining(`\`chronicle restore ${ID}\``),
        }),
        excerpt: [],
        missing: ['- 14:32 [ERROR] Gone `x`'],
        command: `chronicle restore ${ID}`,
        session: { project: 'tidemark', name: '2026-03-24-main' },
      },
    ]);
  });

  it('follows the record and the chronicle', async () => {
    const { root, state, archive } = openLosing({});
    const text = chronicleText();
    put(root, PATH, text.replace(/(- .*\n)/, '$1- 14:32 [ERROR] Gone\n'));
    await until(archive, ({ sessions }) => sessions[0]?.chronicle.events.length === 2);
    put(state, `${LOGGED_FOLDER}/${ID}`, line('Gone'));
    put(root, PATH, text);
    await until(archive, (snapshot) => missingIn(snapshot).length === 1);
    put(state, `${LOGGED_FOLDER}/${ID}`, '');
    await until(archive, (snapshot) => missingIn(snapshot).length === 0);
  });
});
