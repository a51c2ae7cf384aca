import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createFile, overwriteFile, replaceFile } from '#src/lib/files.ts';
import { HOST } from '#src/lib/lock.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const isRoot = process.getuid?.() === 0;
const whole = () => true;

/** A file in a directory of its own, and what replacing it by `after` gives. */
function aFile(text = 'before') {
  const directory = temporaryDirectory('files');
  const path = join(directory, 'a.md');
  writeFileSync(path, text, { encoding: 'latin1', mode: 0o600 });
  return { directory, path, replace: (edit: (text: string) => string) => replaceFile(path, 100, edit, whole) };
}

const namesIn = (directory: string) => readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();

afterEach(() => {
  vi.restoreAllMocks();
});

it('keeps every byte that the edit does not change, and leaves nothing beside the file', () => {
  const { directory, path, replace } = aFile('\xff\r\nold\0');
  expect(replace((text) => text.replace('old', 'new'))).toBe('\xff\r\nnew\0');
  expect(readFileSync(path, 'latin1')).toBe('\xff\r\nnew\0');
  expect(namesIn(directory)).toEqual(['.tmp', 'a.md']);
  expect(statSync(join(directory, '.tmp')).mode & 0o777).toBe(0o700);
});

it('starts over with what somebody saved while the text was edited', () => {
  const { path, replace } = aFile();
  const seen: string[] = [];
  const edit = (text: string) => {
    seen.push(text);
    if (seen.length === 1) writeFileSync(path, 'saved!');
    return `${text} edited`;
  };
  expect(replace(edit)).toBe('saved! edited');
  expect(seen).toEqual(['before', 'saved!']);
  expect(readFileSync(path, 'utf8')).toBe('saved! edited');
});

it('gives up when the file changes every time, and leaves it as it was saved', () => {
  const { directory, path, replace } = aFile();
  let saves = 0;
  const edit = (text: string) => {
    writeFileSync(path, `save ${saves++}`);
    return `${text} edited`;
  };
  expect(() => replace(edit)).toThrow(expect.objectContaining({ code: 'CHRONICLE_RESTLESS' }));
  expect(readFileSync(path, 'utf8')).toBe(`save ${saves - 1}`);
  expect(namesIn(directory)).toEqual(['.tmp', 'a.md']);
});

it('waits for a file that is being saved, and refuses one that is gone', () => {
  const { path, replace } = aFile('');
  const looks: string[] = [];
  const isWhole = (text: string) => {
    looks.push(text);
    if (looks.length === 2) writeFileSync(path, 'whole');
    return text !== '';
  };
  expect(replaceFile(path, 1000, (text) => `${text}!`, isWhole)).toBe('whole!');
  rmSync(path);
  expect(() => replace((text) => text)).toThrow(expect.objectContaining({ code: 'CHRONICLE_GONE' }));
});

it('keeps the mode of a file, and makes new ones private', () => {
  const { directory, path, replace } = aFile();
  chmodSync(path, 0o640);
  replace(() => 'after');
  expect(statSync(path).mode & 0o777).toBe(0o640);
  const made = createFile(directory, () => 'b.md', 'text');
  overwriteFile(join(directory, 'c.json'), '{}');
  for (const name of [made, 'c.json']) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
});

it('does not write through a hard link, and follows no link', () => {
  const { directory, path, replace } = aFile();
  const outside = join(temporaryDirectory('outside'), 'precious');
  writeFileSync(outside, 'precious');
  rmSync(path);
  linkSync(outside, path);
  replace((text) => `${text}, changed`);
  expect([readFileSync(path, 'utf8'), readFileSync(outside, 'utf8')]).toEqual(['precious, changed', 'precious']);
  rmSync(path);
  symlinkSync(outside, path);
  expect(() => replace(() => 'bad')).toThrow(expect.objectContaining({ code: 'ELOOP' }));
  overwriteFile(path, 'ours');
  expect([lstatSync(path).isFile(), readFileSync(outside, 'utf8')]).toEqual([true, 'precious']);
  expect(namesIn(directory)).toEqual(['.tmp', 'a.md']);
});

it.each(['file', 'link', 'directory'])('writes nothing through a %s planted at the temporary name', (kind) => {
  const { directory, path, replace } = aFile();
  const outside = join(temporaryDirectory('outside'), 'precious');
  writeFileSync(outside, 'precious');
  replace((text) => text);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const names: string[] = [];
  const edit = () => {
    // Only the name is known in advance, since the numbers are.
    const name = `${directory}/.tmp/${process.pid}.${HOST}.8.tmp`;
    names.push(name);
    if (kind === 'file') writeFileSync(name, 'theirs');
    else if (kind === 'link') symlinkSync(outside, name);
    else mkdirSync(name);
    return 'after';
  };
  expect(() => replace(edit)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect([readFileSync(path, 'utf8'), readFileSync(outside, 'utf8')]).toEqual(['before', 'precious']);
  expect(names).toHaveLength(1);
});

it.runIf(isRoot)('keeps the owner when root writes', () => {
  const { path, replace } = aFile();
  chownSync(path, 1234, 1234);
  replace(() => 'after');
  expect([statSync(path).uid, statSync(path).gid, readFileSync(path, 'utf8')]).toEqual([1234, 1234, 'after']);
});

it.runIf(isRoot)('refuses a file of another user, whom the new one could not belong to', () => {
  const { directory, path, replace } = aFile();
  chmodSync(path, 0o644);
  for (const each of [directory, path]) chownSync(each, 1234, 1234);
  chmodSync(directory, 0o777);
  try {
    process.seteuid?.(1235);
    const message = `${path} belongs to another user. Nothing was written.`;
    expect(() => replace(() => 'after')).toThrow(expect.objectContaining({ code: 'CHRONICLE_NOT_OWNED', message }));
  } finally {
    process.seteuid?.(0);
  }
  expect([readFileSync(path, 'utf8'), statSync(path).uid]).toEqual(['before', 1234]);
  expect(namesIn(directory)).toEqual(['.tmp', 'a.md']);
});
