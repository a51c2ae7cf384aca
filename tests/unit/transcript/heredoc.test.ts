import { describe, expect, it } from 'vitest';
import { simpleCommands, withoutHeredocs } from '#src/transcript/shell.ts';

describe('withoutHeredocs', () => {
  it('takes the texts out and keeps what comes after them', () => {
    const command = "cat > a.ts <<'END' && npm test\nconst a = `x` << 2;\nEND\ngit status";
    expect(withoutHeredocs(command)).toEqual({
      text: 'cat > a.ts   && npm test\ngit status',
      bodies: ['const a = `x` << 2;'],
    });
    expect(simpleCommands(command).map(([first]) => first)).toEqual(['cat', 'npm', 'git']);
  });

  it('reads several, indented ones and escaped words', () => {
    expect(withoutHeredocs('a <<A <<-B\n1\nA\n\t2\n\tB\nc <<\\E\n3\nE').bodies).toEqual(['1', '\t2', '3']);
  });

  it('leaves here-strings alone', () => {
    expect(withoutHeredocs('grep x <<< "$y"\nls').text).toBe('grep x <<< "$y"\nls');
    expect(withoutHeredocs('grep x <<<word\nls').text).toBe('grep x <<<word\nls');
  });

  it('takes one without an end to the end of the text', () => {
    expect(withoutHeredocs('cat <<EOF\n1\n2')).toEqual({ text: 'cat  ', bodies: ['1\n2'] });
  });
});
