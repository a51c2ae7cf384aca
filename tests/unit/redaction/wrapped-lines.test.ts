import { describe, expect, it } from 'vitest';
import { findingsIn, leaks, published } from './scanning.ts';

const TOKEN = ['ghp', 'Q7kZ2mX9pL4vB8nR3tY6wC1sD5fG0hJaKeUo'].join('_');
const HEX = '8f3a9c0d7e6b5a4938271605f4e3d2c1';

describe('scan of wrapped lines', () => {
  it.each(['\n', '\r\n', '  \n', '\\\n', '\n  ', '\n> ', '\n> > ', '\n    > '])(
    'finds a token broken by %j, wherever it breaks',
    async (line) => {
      for (let at = 5; at < TOKEN.length - 2; at += 4) {
        const left = await published(`In ${TOKEN.slice(0, at)}${line}${TOKEN.slice(at)} it was.`);
        expect(left, String(at)).toBe('In [redacted: GitHub token] it was.');
      }
    },
  );

  it('finds a token on three lines', async () => {
    const text = `It was\n> ${TOKEN.slice(0, 12)}\n> ${TOKEN.slice(12, 24)}\n> ${TOKEN.slice(24)}\n> and ended.`;
    expect(await published(text)).toBe('It was\n> [redacted: GitHub token]\n> and ended.');
  });

  it('finds a value in the line after its name', async () => {
    expect(await published('the password is\n  hunter2x9 and more')).toBe(
      'the password is\n  [redacted: password] and more',
    );
    expect(await published(`> the Datadog key is\n> ${HEX}`)).toBe('> the Datadog key is\n> [redacted: possible key]');
  });

  it('finds a wrapped value that was found whole elsewhere', async () => {
    const text = 'the password is hunter2x9. Then I typed hunter2\nx9 twice';
    expect(leaks('hunter2x9', (await published(text)).replace('\n', ''))).toBe(false);
  });

  it('is one finding, under one name', async () => {
    const [finding, ...more] = await findingsIn([`In ${TOKEN.slice(0, 36)}\n${TOKEN.slice(36)} it was, ${TOKEN}.`]);
    expect([finding?.value, finding?.places.length, more]).toEqual([TOKEN, 2, []]);
  });

  it.each([
    [`In ${TOKEN}\nand then it ended.`, 'In [redacted: GitHub token]\nand then it ended.'],
    [`In ${TOKEN}\n2 files were left.`, 'In [redacted: GitHub token]\n2 files were left.'],
    [`In ${TOKEN}\n\nQ7kZ2mX9 is next.`, 'In [redacted: GitHub token]\n\nQ7kZ2mX9 is next.'],
    [`- ${TOKEN}\n- Q7kZ2mX9pL4v`, '- [redacted: GitHub token]\n- Q7kZ2mX9pL4v'],
    ['the password is hunter2x9\nfor now', 'the password is [redacted: password]\nfor now'],
  ])('leaves the next line alone: %j', async (text, left) => {
    expect(await published(text)).toBe(left);
  });

  it.each([
    'run: 7f4b1f0e-33a5-4c1b-9d57-0c6a2f8e91b4\ntranscript: /none',
    'Write to svg2img@0.x\nnpm first',
    'It is 10.4.1\n2 times in version 3',
    'the password is\nrequired',
    'cache key\nv2-linux-node_modules-a1b2c3',
  ])('finds nothing in: %j', async (text) => {
    expect((await findingsIn([text])).map(({ kind, value }) => `${kind}: ${value}`)).toEqual([]);
  });

  it.each([
    ['mail robin@ac\nme.io today', 'robin@acme.io'],
    ['call +49 30\n> 98765432 now', '+49 30 98765432'],
    ['on db-prod-3.internal.\n  acme.io now', 'db-prod-3.internal.acme.io'],
  ])('asks about a private value in: %j', async (text, value) => {
    expect(await findingsIn([text])).toEqual([expect.objectContaining({ value, class: 'review' })]);
  });
});
