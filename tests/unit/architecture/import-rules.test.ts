/** The sources follow the import rules, and the rules reject planted violations. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importFaults, type Source } from '#scripts/import-rules.ts';

const sources: Source[] = globSync('{src,site,content-loader,hooks,scripts,tests}/**/*.{ts,astro}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.startsWith('hooks/dist/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

it('every import follows the rules', () => {
  expect(sources.length).toBeGreaterThan(900);
  expect(importFaults(sources)).toEqual([]);
});

describe('a planted import is refused', () => {
  it.each([
    ['pure code that imports a higher folder', 'src/text/day.ts', "import '../archive/overview.ts';"],
    ['pure code that reads the disk', 'src/text/day.ts', "import { readFileSync } from 'node:fs';"],
    ['pure code that imports src/node', 'src/chart/svg.ts', "import '../node/world.ts';"],
    ['a type import that runs up', 'src/memory/lookup.ts', "import type { X } from '../archive/overview.ts';"],
    ['a lower folder of src/node that imports a higher one', 'src/node/store/lock.ts', "import '../record/start.ts';"],
    ['the files of src/node that import a feature', 'src/node/world.ts', "import './doctor/examine.ts';"],
    ['a library outside its one place', 'src/node/memory/apply.ts', "import 'yaml';"],
    ['a command that imports a page', 'src/cli/archive/list.ts', "import '#site/data.ts';"],
    ['a hook that imports the archive', 'hooks/host.ts', "import '../src/node/archive/archive.ts';"],
    ['a hook that imports a package', 'hooks/host.ts', "import * as z from 'zod/mini';"],
    [
      'a page that goes past site/data.ts',
      'site/pages/index.astro',
      "---\nimport '#content-loader/live-loader.ts';\n---",
    ],
    [
      "a page's script that imports src/node",
      'site/pages/index.astro',
      "<script>import '#src/node/world.ts';</script>",
    ],
    ['a page that imports what hooks decide', 'site/pages/index.astro', "---\nimport '#src/record/payload.ts';\n---"],
    ['the loader that imports init', 'content-loader/integration.ts', "import '#src/node/install/plan-init.ts';"],
    ['a hook whose code imports the search index', 'src/node/record/start.ts', "import '../search/quarter.ts';"],
    ['what hooks decide with and the schema library', 'src/record/payload.ts', "import 'zod/mini';"],
    ['a question outside the terminal folder', 'src/cli/memory/apply.ts', "import '@clack/prompts';"],
    ['the loader that imports a page', 'content-loader/integration.ts', "import '#site/data.ts';"],
    ['a folder that the table does not have', 'src/utils/all.ts', "import '../text/day.ts';"],
    ['a path that climbs two folders', 'src/memory/misses/clusters.ts', "import '../../text/day.ts';"],
  ])('%s', (_, path, text) => {
    expect(importFaults([{ path, text }])).toHaveLength(1);
  });

  it('two files that import each other, even if only for a type', () => {
    const ring = [
      { path: 'src/text/a.ts', text: "import type { B } from './b.ts';" },
      { path: 'src/text/b.ts', text: "import { a } from './a.ts';" },
    ];
    expect(importFaults(ring)).toEqual(['src/text/a.ts -> src/text/b.ts -> src/text/a.ts: these import each other.']);
  });
});
