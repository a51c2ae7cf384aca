import { describe, expect, it } from 'vitest';
import { editorWords } from '#src/cli/terminal/ask.ts';

describe('editorWords', () => {
  it.each([
    [{}, []],
    [{ VISUAL: '', EDITOR: ' ' }, []],
    [{ EDITOR: 'nano' }, ['nano']],
    [{ VISUAL: 'code --wait', EDITOR: 'nano' }, ['code', '--wait']],
    [{ VISUAL: ' ', EDITOR: 'nano' }, ['nano']],
    [{ EDITOR: '"/Applications/My Editor" -w' }, ['/Applications/My Editor', '-w']],
    [{ EDITOR: "vim -c 'set tw=80'" }, ['vim', '-c', 'set tw=80']],
    [{ EDITOR: 'emacs --eval="(a b)"' }, ['emacs', '--eval=(a b)']],
    [{ EDITOR: 'x; rm -rf $HOME `id` && y' }, ['x;', 'rm', '-rf', '$HOME', '`id`', '&&', 'y']],
    [{ EDITOR: '"unclosed word' }, ['"', 'unclosed', 'word']],
  ])('takes %j apart into %j', (env, words) => {
    expect(editorWords(env)).toEqual(words);
  });
});
