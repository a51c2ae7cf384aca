import { describe, expect, it } from 'vitest';
import { Likeness } from '#src/index/likeness.ts';

const TEXTS = [
  'The redirect loops in Safari because the cookie is lost in an iframe',
  'In Safari the session cookie is lost inside an iframe, so the login redirect loops',
  'Migrations give up a lock after two seconds',
  'The build server keeps its cache for a week',
  'A frame is packed byte by byte',
];

const item = (text: string) => ({ text });
const all = () => true;

function likenessOf(items: readonly { text: string }[]) {
  const likeness = new Likeness<{ text: string }>(({ text }) => text);
  for (const each of items) likeness.add(each);
  return likeness;
}

describe('likeness', () => {
  it('finds the text that shares its rare words, in any order and form', () => {
    const items = TEXTS.map(item);
    const likeness = likenessOf(items);
    const found = items.map((each) => likeness.alike(each, all, 3).map(({ text }) => text));
    expect(found).toEqual([[TEXTS[1]], [TEXTS[0]], [], [], []]);
  });

  it('admits only what it is told to, and forgets what is removed', () => {
    const items = TEXTS.map(item);
    const [first = item(''), second = item('')] = items;
    const likeness = likenessOf(items);
    expect(likeness.alike(first, () => false, 3)).toEqual([]);
    expect(likeness.alike(first, all, 0)).toEqual([]);
    likeness.remove(second);
    expect(likeness.alike(first, all, 3)).toEqual([]);
    likeness.add(second);
    expect(likeness.alike(first, all, 3)).toEqual([second]);
  });

  it('is not led by words that many texts have', () => {
    const items = Array.from({ length: 300 }, (_, i) =>
      item(`The weekly report of the build server failed again ${i}`),
    );
    expect(items.map((each) => likenessOf(items).alike(each, all, 3).length).filter((count) => count > 0)).toEqual([]);
  }, 20_000);

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['a megabyte', 'cookie iframe safari redirect '.repeat(40_000)],
    ['one long word', 'x'.repeat(1_000_000)],
    ['emoji', '🎉🎉🎉 🔥 🎉'],
    ['control characters', '\u0000\u202e\u001b[31m'],
    ['names of objects', 'constructor __proto__ toString hasOwnProperty'],
  ])('bears %s', (_, text) => {
    const items = [...TEXTS.map(item), item(text), item(text)];
    const likeness = likenessOf(items);
    for (const each of items) likeness.alike(each, all, 3);
    for (const each of items) likeness.remove(each);
    expect(likeness.alike(item(TEXTS[0] ?? ''), all, 3)).toEqual([]);
  });

  it('finds texts in scripts without spaces', () => {
    const items = ['認証エラーが発生しました', '昨日また認証エラーが発生した', 'ビルドが遅い'].map(item);
    const [first = item(''), second] = items;
    expect(likenessOf(items).alike(first, all, 3)).toEqual([second]);
  });
});
