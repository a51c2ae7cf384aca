import { describe, expect, it } from 'vitest';
import { CWD, Transcript } from '../import/transcript.ts';

const began = () => new Transcript().prompt('make it fast');
const edited = () => began().edits('src/cache.ts', 'a', 'b');

describe('a pivot', () => {
  it.each([
    'git checkout -- src/cache.ts',
    'git checkout HEAD -- src/cache.ts',
    'git checkout -q src/cache.ts',
    'cd src && git restore cache.ts',
    'git restore .',
    'git reset --hard',
    `git checkout ${CWD}/src`,
    'cd src; cd ..; git checkout src/',
  ])('is an edit that is taken back by %s', (command) => {
    expect(began().edits('src/cache.ts', 'a map', 'a trie').runs(command).found()).toEqual([
      'PIVOT Reverted the changes to src/cache.ts',
    ]);
  });

  it.each([
    ['another file is checked out', edited().runs('git checkout -- src/other.ts')],
    ['nothing was edited', began().runs('git checkout -- src/cache.ts')],
    ['a branch is checked out', edited().runs('git checkout -b cache.ts')],
    ['the edit was committed', edited().runs('git commit -am x').runs('git checkout -- src/cache.ts')],
    ['only the index is restored', edited().runs('git restore --staged src/cache.ts')],
    ['the command failed', edited().fails('git checkout -- src/cache.ts', 'Exit code 1\nfatal')],
    [
      'the edit failed',
      began()
        .call('Edit', { file_path: `${CWD}/a.ts`, old_string: 'a', new_string: 'b' }, 'no', 'Error: no', true)
        .runs('git checkout -- a.ts'),
    ],
    ['a directory of its name elsewhere goes', began().makes('src/docs/cache.ts', 'a').runs('git rm -r docs/')],
    ['it is done in another directory', edited().runs('git -C lib checkout -- cache.ts')],
    ['only the index forgets it', began().makes('src/cache.ts', 'a').runs('git rm --cached src/cache.ts')],
    ['a revert is abandoned', began().runs('git revert --abort')],
    ['it is said in quotes', edited().runs('echo "x; git checkout -- src/cache.ts"')],
  ])('is none where %s', (_, transcript) => {
    expect(transcript.found()).toEqual([]);
  });

  it('is a commit that git reverts, with its subject', () => {
    const answer = '[main 1a2b3c4] Revert "Cache the totals"\n 1 file changed';
    expect(began().call('Bash', { command: 'git revert --no-edit HEAD' }, answer).found()).toEqual([
      'PIVOT Reverted the commit “Cache the totals”',
    ]);
    expect(began().runs('git revert abc1234').found()).toEqual(['PIVOT Reverted the commit abc1234']);
  });

  it('has the words before it as its text, and the change as its evidence', () => {
    const transcript = began()
      .edits('src/cache.ts', 'a map\nkept', 'a trie\nkept')
      .answers('Slower, 7 s instead of 5. Undoing it.')
      .runs('git checkout src/cache.ts');
    expect(transcript.read().found).toEqual([
      expect.objectContaining({
        tag: 'PIVOT',
        text: 'Slower, 7 s instead of 5',
        details: ['Reverted the changes to src/cache.ts', 'by git checkout src/cache.ts'],
        diff: { path: 'src/cache.ts', lines: '-a map\n+a trie' },
      }),
    ]);
  });

  it('is not an edit that a later edit changes back: that is ordinary work', () => {
    const back = began().edits('a.ts', 'a map', 'a trie').edits('a.ts', 'a trie', 'a map');
    expect(back.found()).toEqual([]);
  });

  it('is a file that is created and removed again', () => {
    expect(began().makes('src/trie.ts', 'class Trie {}').runs('rm -f src/trie.ts && npm test').found()).toEqual([
      'PIVOT Created src/trie.ts and removed it again',
    ]);
  });

  it.each(['tmp/out.txt', 'scratch.ts', 'repro-41.test.ts', 'debug.mjs'])('is not a temporary file: %s', (file) => {
    expect(began().makes(file, 'x').runs(`rm ${file}`).found()).toEqual([]);
  });

  it('is not the removal of a file that existed before', () => {
    expect(began().edits('src/old.ts', 'a', 'b').runs('rm src/old.ts').found()).toEqual([]);
  });
});
