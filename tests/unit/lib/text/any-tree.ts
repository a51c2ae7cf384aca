import fc from 'fast-check';
import type { Block, Inline } from '#src/lib/text/blocks.ts';

const text = (text: string): Inline => ({ kind: 'text', text });

const signs = fc.constantFrom(
  ...'<>{}[]()*_`~|\\&#!:;$^=+-.%"\'/ \n1aié'.split(''), '{{', '{%', '{{<', '%}}', '{: .a}', '&lt;', '<b>', '</b>', '<!--', '](http://a.b)',
  'import ', 'export ', '---\n', '```', '    ', '\u202e', '\u00a0', '👩‍💻', 'www.a.b', '{% endraw %}', '<script>',
); // biome-ignore format: an alphabet
const anyWords = fc.array(signs, { maxLength: 12 }).map((parts) => parts.join(''));
/** Text as a reader returns it: visible, and without blanks at its ends. */
const words = anyWords
  .map((any) =>
    any
      .replace(/\u202e/g, '')
      .replace(/[ \t]*\n\s*/g, '\n')
      .trim(),
  )
  .filter((any) => any !== '');
const oneLine = words.map((any) => any.replace(/\s+/g, ' '));

const plainSpan = fc.oneof(
  words.map(text),
  oneLine.map((text): Inline => ({ kind: 'code', text })),
  oneLine.map((label): Inline => ({ kind: 'link', href: 'https://a.b/?c=d&e', children: [text(label)] })),
);
const span = fc.oneof(
  plainSpan,
  plainSpan.map((child): Inline => ({ kind: 'strong', children: [child] })),
  plainSpan.map((child): Inline => ({ kind: 'strike', children: [child] })),
  plainSpan.map((child): Inline => ({ kind: 'emphasis', children: [{ kind: 'strong', children: [child] }] })),
);
/** Spans separated by text that no mark can attach to. */
const spans = fc.array(span, { minLength: 1, maxLength: 3 }).map((nodes): Inline[] => {
  const merged: Inline[] = [];
  for (const node of nodes.flatMap((node, i) => (i === 0 ? [node] : [text(' and '), node]))) {
    const last = merged.at(-1);
    if (node.kind === 'text' && last?.kind === 'text') merged[merged.length - 1] = text(last.text + node.text);
    else merged.push(node);
  }
  return merged;
});
const cell = fc.oneof(
  fc.constant<Inline[]>([]),
  oneLine.map((words): Inline[] => [text(words)]),
  oneLine.map((code): Inline[] => [{ kind: 'code', text: code }]),
  oneLine.map((words): Inline[] => [
    text('a '),
    { kind: 'strike', children: [{ kind: 'strong', children: [text(words)] }] },
  ]),
);
const { block } = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    spans.map((children): Block => ({ kind: 'paragraph', children })),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), oneLine)
      .map(([level, title]): Block => ({ kind: 'heading', level, children: [text(title)] })),
    anyWords.map((any): Block => ({ kind: 'code', language: 'sh', text: any.replaceAll('\u202e', '') })),
    fc.constant<Block>({ kind: 'rule' }),
    fc
      .array(fc.tuple(cell, cell), { minLength: 1, maxLength: 3 })
      .map((rows): Block => ({ kind: 'table', align: [null, 'right'], rows })),
    fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((children): Block => ({ kind: 'quote', children })),
    fc
      .tuple(
        fc.boolean(),
        fc.array(fc.array(tie('block'), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
      )
      .map(([ordered, items]): Block => ({ kind: 'list', ordered, start: ordered ? 7 : 1, items })),
  ),
}));
/** Trees as a reader returns them: written and read back, they stay the same. */
export const trees = fc.array(block, { maxLength: 3 }).filter((blocks) => isApart(blocks));

/** Whether there are no adjacent lists, which would be written as one. */
function isApart(blocks: readonly Block[]): boolean {
  return blocks.every((block, i) => {
    const next = blocks[i + 1];
    if (block.kind === 'list') return next?.kind !== 'list' && block.items.every(isApart);
    return block.kind !== 'quote' || isApart(block.children);
  });
}

const anySpan: fc.Arbitrary<Inline> = fc.oneof(
  anyWords.map(text),
  anyWords.map((text): Inline => ({ kind: 'code', text })),
  anyWords.map(
    (any): Inline => ({ kind: 'emphasis', children: [text(any), { kind: 'strong', children: [text(any)] }] }),
  ),
  fc.tuple(anyWords, anyWords).map(
    ([label, path]): Inline => ({
      kind: 'link',
      href: `https://a.b/${path}`,
      children: [text(label), { kind: 'code', text: label }],
    }),
  ),
  anyWords.map((any): Inline => ({ kind: 'strike', children: [text(any)] })),
  fc.constantFrom<Inline>({ kind: 'break' }, { kind: 'note', text: '[^1]' }),
);
/** Unusual blocks that a tree may still contain. */
export const anyBlock: fc.Arbitrary<Block> = fc.oneof(
  fc.array(anySpan, { maxLength: 5 }).map((children): Block => ({ kind: 'paragraph', children })),
  fc.array(anySpan, { maxLength: 3 }).map((children): Block => ({ kind: 'heading', level: 2, children })),
  fc.array(anySpan, { maxLength: 3 }).map((children): Block => ({ kind: 'note', name: '[^1]', children })),
  fc
    .array(fc.array(fc.array(anySpan, { maxLength: 3 }), { maxLength: 3 }), { maxLength: 3 })
    .map((rows): Block => ({ kind: 'table', align: ['left', 'center'], rows })),
  fc.tuple(anyWords, anyWords).map(([language, text]): Block => ({ kind: 'code', language, text })),
  fc
    .array(fc.array(block, { maxLength: 2 }), { maxLength: 2 })
    .map((items): Block => ({ kind: 'list', ordered: true, start: 3, items })),
  block,
);
