import { existsSync } from 'node:fs';
import { defineCommand } from '../command.ts';
import { pathsIn } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { archiveStamp, planStamp, siteKey } from '#src/server/site-inputs.ts';
import { wholeSite } from '#src/server/site-output.ts';
import { counted } from '#src/lib/text/day.ts';
import { diskSize } from '#src/lib/words.ts';
import { archiveSettings } from '../own-roots.ts';
import type { CommandHelp } from '../command.ts';
import { printText, say } from '../terminal/print.ts';
import type { BuiltSite } from './build-site.ts';
import { sitePlace } from './site-place.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle build', 'builds the site where chronicle preview expects it'],
    ['chronicle build --sample && chronicle preview --sample', 'builds the sample beside your own site, and serves it'],
    ['chronicle build --out ~/notes/site --strict', 'builds it elsewhere, and exits with 1 if any file has a problem'],
  ],
  exits: { 1: 'a page could not be made, or with --strict a file has a problem; the site is built anyway' },
};

export const command = defineCommand({
  meta: { name: 'chronicle build', description: 'Build the site as static files' },
  args: {
    out: {
      type: 'string',
      valueHint: 'directory',
      description: 'Directory to write to; replaces an earlier build there',
    },
    strict: { type: 'boolean', description: 'Exit with 1 if any file has a problem' },
    search: { type: 'boolean', default: true, negativeDescription: 'Leave out the search index' },
    sample: { type: 'boolean', description: 'Build the sample archive instead of your own' },
  },
  async run({ args, io }) {
    const paths = pathsIn(io.env);
    const isSample = args.sample ?? false;
    const outDir = sitePlace(io.env, { directory: args.out, isSample });
    if (!isSample) requireConfig(paths);
    const settings = isSample ? null : archiveSettings(io, paths);
    const choices = { outDir, isSample, hasSearch: args.search, roots: settings?.roots ?? [] };
    const stamp = archiveStamp(paths, choices);
    const last = wholeSite(outDir);
    const key = last && siteKey({ env: io.env, paths, choices }, [stamp, planStamp(last.roots)]);
    const isSame = last !== null && last.key === key;
    // Loaded only to build: that takes longer than to find out that nothing has changed.
    const built = isSame
      ? { ...last, took: null, missing: [] }
      : await buildAnew(io, paths, { choices, settings, stamp });
    if (isSample && built.broken > 0)
      say(
        io,
        `${counted(built.broken, 'file')} of the sample ${built.broken === 1 ? 'has' : 'have'} problems on purpose, to show what problems look like:`,
      );
    for (const problem of built.problems) say(io, problem);
    for (const page of built.missing) say(io, page);
    say(io, conclusion(isSample ? { ...built, broken: 0 } : built));
    const size = `${counted(built.files, 'file')}, ${diskSize(built.bytes)}.`;
    say(io, built.took === null ? size : `${size} It took ${built.took}.`);
    printText(io, `${outDir}\n`);
    return built.missing.length > 0 || (args.strict && built.problems.length > 0) ? 1 : 0;
  },
});

async function buildAnew(...given: Parameters<typeof import('./build-site.ts').buildSite>): Promise<BuiltSite> {
  const { buildSite } = await import('./build-site.ts');
  return buildSite(...given);
}

function conclusion({ sessions, broken, took }: BuiltSite): string {
  const of = counted(sessions, 'session');
  const built =
    took === null ? `Nothing has changed since the site was built from ${of}.` : `Built the site from ${of}.`;
  return broken === 0 ? built : `${built} ${counted(broken, 'file')} ${broken === 1 ? 'has' : 'have'} problems.`;
}

function requireConfig({ config }: Paths): void {
  if (existsSync(config)) return;
  throw new ChronicleError(
    'CHRONICLE_NO_CONFIG',
    `${config} does not exist. Either Claude Code has not run here yet, or it uses another directory: set CLAUDE_CONFIG_DIR. Nothing was written.`,
  );
}
