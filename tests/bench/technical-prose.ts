import { globSync, readFileSync } from 'node:fs';
import { ROOT } from '#tests/support/root.ts';

/** Packages whose readmes and changelogs were read while the rules were written. */
const SEEN =
  'acorn argparse astro axe-core citty ci-info cookie fast-check glob-parent gray-matter js-yaml jsonc-parser kind-of knip markdown-it minimist pagefind prismjs request-light semver sharp sirv typescript ultrahtml undici vite vitest ws y18n yaml yargs-parser zod'.split(
    ' ',
  );

interface Prose {
  seen: string[];
  unseen: string[];
  sessions: string[];
}

/** Non-blank lines of other people's technical prose, from scoped and unscoped packages, and of sessions. */
export function technicalProse(): Prose {
  const { sessions, ...packages } = proseIn(/\r?\n/);
  // Front matter is not published.
  return { ...packages, sessions: sessions.filter((line) => !/^[a-z_]+: /.test(line)) };
}

/** The paragraphs of the same prose, with the line breaks in them. */
export function technicalParagraphs(): Prose {
  return proseIn(/\r?\n(?:[ \t]*\r?\n)+/);
}

function proseIn(separator: RegExp): Prose {
  const partsOf = (pattern: string) => {
    const texts = globSync(pattern, { cwd: ROOT }).toSorted();
    const parts = texts.flatMap((file) => readFileSync(`${ROOT}/${file}`, 'utf8').split(separator));
    return parts.filter((part) => part.trim() && !part.startsWith('---'));
  };
  return {
    seen: SEEN.flatMap((name) => partsOf(`node_modules/${name}/*.md`)),
    unseen: partsOf('node_modules/@*/*/*.md'),
    sessions: partsOf('tests/fixtures/sample/projects/*/chronicle/*.md'),
  };
}
