import { globSync, readFileSync } from 'node:fs';
import { ROOT } from '#tests/support/root.ts';

/** Packages whose readmes and changelogs were read while the rules were written. */
const SEEN =
  'acorn argparse astro axe-core citty ci-info cookie fast-check glob-parent gray-matter js-yaml jsonc-parser kind-of knip markdown-it minimist pagefind prismjs request-light semver sharp sirv typescript ultrahtml undici vite vitest ws y18n yaml yargs-parser zod'.split(
    ' ',
  );

/** Non-blank lines of other people's technical prose, from scoped and unscoped packages. */
export function technicalProse(): { seen: string[]; unseen: string[]; sessions: string[] } {
  return {
    seen: SEEN.flatMap((name) => linesOf(`node_modules/${name}/*.md`)),
    unseen: linesOf('node_modules/@*/*/*.md'),
    // Front matter is not published.
    sessions: linesOf('tests/fixtures/sample/projects/*/chronicle/*.md').filter((line) => !/^[a-z_]+: /.test(line)),
  };
}

/** The paragraphs of the same prose, with the line breaks in them. */
export function technicalParagraphs(): { seen: string[]; unseen: string[]; sessions: string[] } {
  return {
    seen: SEEN.flatMap((name) => paragraphsOf(`node_modules/${name}/*.md`)),
    unseen: paragraphsOf('node_modules/@*/*/*.md'),
    sessions: paragraphsOf('tests/fixtures/sample/projects/*/chronicle/*.md'),
  };
}

function paragraphsOf(pattern: string): string[] {
  const files = globSync(pattern, { cwd: ROOT }).toSorted();
  const paragraphs = files.flatMap((file) => readFileSync(`${ROOT}/${file}`, 'utf8').split(/\r?\n(?:[ \t]*\r?\n)+/));
  return paragraphs.filter((paragraph) => paragraph.trim() && !paragraph.startsWith('---'));
}

function linesOf(pattern: string): string[] {
  const files = globSync(pattern, { cwd: ROOT }).toSorted();
  return files.flatMap((file) => readFileSync(`${ROOT}/${file}`, 'utf8').split(/\r?\n/)).filter((line) => line.trim());
}
