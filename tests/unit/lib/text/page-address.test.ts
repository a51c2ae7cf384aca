import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editorAddress, memoryAddress, memorySegment, sessionAddress, tildePaths } from '#src/lib/text/page-address.ts';

describe('sessionAddress', () => {
  it('names the page and the event', () => {
    expect(sessionAddress('tidemark', '2026-03-24-main', 'e-3fa9c1')).toBe(
      '/sessions/tidemark/2026-03-24-main/#e-3fa9c1',
    );
  });

  it('stays inside the site whatever a file is called', () => {
    const address = sessionAddress('a/../..', 'x?y#z "q"');
    expect(new URL(address, 'http://site').pathname).toBe('/sessions/a%2F..%2F../x%3Fy%23z%20%22q%22/');
  });
});

describe('memoryAddress', () => {
  it('gives a directory name that every system allows', () => {
    expect(memorySegment('a?b#c%2F\\d:"e"\n~.md')).toBe('a~3f~b~23~c~25~2F~5c~d~3a~~22~e~22~~a~~7e~.md');
    expect(memorySegment('half-\ud800.md')).toBe('half-~fffd~.md');
  });

  it('never gives two names the same address', () => {
    const name = fc.string({ unit: 'grapheme' }).map((text) => text.toWellFormed());
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(memorySegment(a) === memorySegment(b)).toBe(a === b);
        expect(decodeURIComponent(memoryAddress('x', a))).toBe(`/memory/x/${memorySegment(a)}/`);
      }),
    );
  });
});

const VS_CODE = 'vscode://file/{path}:{line}:{column}';

describe('editorAddress', () => {
  it('opens a file at a place, with or without a drive', () => {
    expect(editorAddress(VS_CODE, '/home/me/a b#c.md', 5, 1)).toBe('vscode://file/home/me/a%20b%23c.md:5:1');
    expect(editorAddress(VS_CODE, 'C:\\Users\\me\\a.md', 5, 1)).toBe('vscode://file/C:/Users/me/a.md:5:1');
  });

  it.each([
    ['zed://file{path}:{line}', 'zed://file/home/me/a.md:5'],
    ['idea://open?file={path}&line={line}&column={column}', 'idea://open?file=/home/me/a.md&line=5&column=9'],
    ['x://{path}?again={path}', 'x:///home/me/a.md?again=/home/me/a.md'],
  ])('fills in %s', (editor, address) => {
    expect(editorAddress(editor, '/home/me/a.md', 5, 9)).toBe(address);
  });

  it('does not treat any part of a path as part of the address', () => {
    const address = editorAddress('idea://open?file={path}&line={line}', '/a&line=9/{line}/$&/é?#+.md', 5, 1);
    expect(address).toBe('idea://open?file=/a%26line%3D9/%7Bline%7D/%24%26/%C3%A9%3F%23%2B.md&line=5');
    expect(editorAddress(VS_CODE, '/half-\ud800.md', 1, 1)).toBe('vscode://file/half-%EF%BF%BD.md:1:1');
  });
});

describe('tildePaths', () => {
  it('shortens only paths inside the home directory in a sentence', () => {
    const text = '/home/me/a.md and /home/me/b, not /mnt/home/me/c or /home/meg/d.';
    expect(tildePaths(text, '/home/me')).toBe('~/a.md and ~/b, not /mnt/home/me/c or /home/meg/d.');
    expect(tildePaths(text, '')).toBe(text);
  });
});
