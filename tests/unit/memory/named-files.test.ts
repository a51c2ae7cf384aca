import { describe, expect, it } from 'vitest';
import { namedFiles } from '#src/memory/named-files.ts';

const KNOWN = new Set(['notes.md', 'readme.md']);

describe('namedFiles', () => {
  it.each([
    ['feedback_money.md: whole cents', ['feedback_money.md']],
    ['despite `Feedback_Money.md`, again', ['feedback_money.md']],
    ['see memory/project_x.md and ~/.claude/projects/-home-me/memory/user_name.md.', ['project_x.md', 'user_name.md']],
    ['C:\\memory\\reference_a.md', ['reference_a.md']],
    ['notes.md, memory/notes.md and docs/notes.md', ['notes.md', 'notes.md']],
    ['README.md is known, and still the one of the project', []],
    ['docs/FORMAT.md, CLAUDE.md, a.mdx, feedback_money.mdx', []],
    ['my_feedback_money.md', []],
    ['feedback_money without its ending', []],
    ['feedback_münze.md', ['feedback_münze.md']],
  ])('finds in %s', (text, files) => {
    const named = namedFiles(text).filter(({ file, isSure }) => isSure || KNOWN.has(file));
    expect(named.map(({ file }) => file)).toEqual(files);
  });
});
