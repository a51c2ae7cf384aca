import { Drawing } from '#src/chart/drawing.ts';
import type { Post } from '#src/posts/post.ts';
import { readMarkdown } from '#src/lib/text/markdown.ts';

const DRAWING = new Drawing(
  { name: 'lifeline', height: 40, title: 'Lifeline', description: 'Missed on 3 Aug,\nagain on 14 Sep [twice] <b>.' },
  [],
);

/** A post with a figure in the middle. */
export function aPost(given: Partial<Post> = {}): Post {
  return {
    slug: 'the-third-time',
    title: 'The third time: "never again"',
    description: 'A memory exists, is read, and does not hold.',
    date: '2026-09-14',
    tags: ['claude-code', 'memory'],
    series: { name: 'Teaching a machine', part: 2 },
    canonical: null,
    blocks: [
      ...readMarkdown(
        '## What happened\n\nIt ran `{{ site.title }}` and {{ page }}.\n\n> **Memory miss.** Pushed to main',
      ),
      { kind: 'figure', figure: 0 },
      ...readMarkdown('*Drawn from 2 sessions.*'),
    ],
    figures: [{ name: 'lifeline', drawing: DRAWING }],
    ...given,
  };
}
