import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sessionVersion } from '#src/format/session.ts';
import { type Facts, serializeFacts } from '#src/transcript/facts.ts';
import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import { aFile, aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, codesOf, namesOf, open, put, replaceByRename, TIDEMARK, until } from './archive-directory.ts';

const NAME = '2026-03-24-main';
const CHRONICLE = `${TIDEMARK}/chronicle/${NAME}.md`;
const FACTS = `${TIDEMARK}/chronicle/facts/${NAME}.json`;

function putFacts(root: string, facts: Facts = someFacts(), path = FACTS): string {
  return put(root, path, serializeFacts(facts));
}

/** A directory with a chronicle and its facts. */
function rootWithFacts(facts?: Facts): { root: string; path: string } {
  const root = temporaryDirectory();
  put(root, CHRONICLE, chronicleText());
  return { root, path: putFacts(root, facts) };
}

const promptsOf = ({ sessions }: ArchiveSnapshot) => sessions.map(({ facts }) => facts?.prompts);

describe('openArchive, facts', () => {
  it('gives a session the head of its facts, and reads the rest on request', () => {
    const facts = someFacts({ prompts: [aPrompt(), aPrompt({ text: 'and the tests' })], files: [aFile()] });
    const { root } = rootWithFacts(facts);
    const archive = open(root);
    const [session] = archive.snapshot.sessions;
    expect(session?.facts).toEqual(facts.head);
    expect(session && archive.factsOf(session)).toEqual(facts);
    expect(session && archive.listsOf(session).files).toEqual([{ path: 'src/auth.ts', added: 3, removed: 1 }]);
    expect(archive.snapshot.attention).toEqual([]);
  });

  it('finds facts by session id within the project, whatever the file is called', () => {
    const root = temporaryDirectory();
    put(root, CHRONICLE, chronicleText());
    put(root, `-home-me-larder/chronicle/${NAME}.md`, chronicleText({ id: 'another', cwd: '/home/me/larder' }));
    putFacts(root, someFacts(), `${TIDEMARK}/chronicle/facts/renamed.json`);
    const { snapshot } = open(root);
    expect(namesOf(snapshot)).toEqual([`tidemark/${NAME}`, `larder/${NAME}`]);
    expect(promptsOf(snapshot)).toEqual([1, undefined]);
  });

  it('uses the newest of several files with the same session id, and names the others', () => {
    const { root } = rootWithFacts();
    const later = someFacts({ head: { harvested: '2026-03-25T10:00:00Z' }, prompts: [] });
    putFacts(root, later, `${TIDEMARK}/chronicle/facts/later.json`);
    const { snapshot } = open(root);
    expect(promptsOf(snapshot)).toEqual([0]);
    expect(codesOf(snapshot)).toEqual([`${NAME}.json CHRONICLE_FACTS_TWICE`]);
  });

  it('names facts without a session, but not those of a chronicle that cannot be read now', () => {
    const { root } = rootWithFacts();
    putFacts(root, someFacts({ head: { session_id: 'gone' } }), `${TIDEMARK}/chronicle/facts/gone.json`);
    put(root, `${TIDEMARK}/chronicle/broken.md`, '---\n');
    putFacts(root, someFacts({ head: { session_id: 'broken' } }), `${TIDEMARK}/chronicle/facts/broken.json`);
    const codes = ['broken.md CHRONICLE_OPEN_FRONT_MATTER', 'gone.json CHRONICLE_FACTS_OF_NOBODY'];
    expect(codesOf(open(root).snapshot)).toEqual(codes);
  });

  it.each([
    ['', 'It is not valid JSON.'],
    ['{"head":', 'It is not valid JSON.'],
    ['[]', 'The file is invalid.'],
    [serializeFacts(someFacts()).replace('"commits":0', '"commits":-1'), 'commits is invalid.'],
    [serializeFacts(someFacts()).slice(0, -40), 'Its end is missing.'],
  ])('shows the session without damaged facts: %j', (text, fault) => {
    const { root, path } = rootWithFacts();
    writeFileSync(path, text);
    const archive = open(root);
    expect(promptsOf(archive.snapshot)).toEqual([undefined]);
    const [{ problem, session } = {}] = archive.snapshot.attention;
    expect(problem).toMatchObject({ code: 'CHRONICLE_FACTS', line: 1, effect: 'left-out' });
    expect(problem?.message).toBe(`These facts about a session cannot be used: ${fault}`);
    expect(session).toBeNull();
  });

  it('does not read facts of a later version', () => {
    const { root, path } = rootWithFacts();
    writeFileSync(path, serializeFacts(someFacts()).replace('"version":2', '"version":3'));
    const { snapshot } = open(root);
    expect(promptsOf(snapshot)).toEqual([undefined]);
    expect(codesOf(snapshot)).toEqual([`${NAME}.json CHRONICLE_FACTS_LATER`]);
  });

  it('reads a file that an editor has reformatted', () => {
    const facts = someFacts({ files: [aFile()] });
    const { root, path } = rootWithFacts(facts);
    writeFileSync(path, JSON.stringify(JSON.parse(serializeFacts(facts)), null, 2));
    const archive = open(root);
    const [session] = archive.snapshot.sessions;
    expect(session?.facts).toEqual(facts.head);
    expect(session && archive.listsOf(session).files).toHaveLength(1);
  });

  it('finds damage behind the head with a complete check', () => {
    const { root, path } = rootWithFacts();
    writeFileSync(path, serializeFacts(someFacts()).replace('"plans":[]', '"plans":"x"'));
    const archive = open(root);
    expect(archive.snapshot.attention).toEqual([]);
    expect(archive.checkFacts().map(({ problem }) => problem.message)).toEqual([
      'These facts about a session cannot be used: plans is invalid.',
    ]);
    const [session] = archive.snapshot.sessions;
    expect(session && archive.factsOf(session)).toBeNull();
  });
});

describe('openArchive, watching facts', () => {
  it('sees facts that appear, change and vanish', async () => {
    const root = temporaryDirectory();
    put(root, CHRONICLE, chronicleText());
    const archive = open(root, { watch: true });
    const path = putFacts(root);
    const { sessions } = await until(archive, (snapshot) => promptsOf(snapshot)[0] === 1);
    const [before] = sessions;
    const changed = someFacts({ prompts: [aPrompt({ text: 'fix the login redirect!' })] });
    replaceByRename(path, serializeFacts(changed));
    const after = await until(archive, (snapshot) => snapshot.sessions[0] !== before);
    const [session] = after.sessions;
    expect(before && session && sessionVersion(session) === sessionVersion(before)).toBe(false);
    expect(session && archive.factsOf(session)).toEqual(changed);
    truncateSync(path, 20);
    await until(archive, (snapshot) => snapshot.attention.length === 1);
    rmSync(path);
    const gone = await until(archive, (snapshot) => snapshot.attention.length === 0);
    expect(promptsOf(gone)).toEqual([undefined]);
  });
});
