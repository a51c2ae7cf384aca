import { resolve } from 'node:path';
import { defineCommand } from '#src/cli/command.ts';
import type { CommandHelp } from '#src/cli/command-help.ts';
import { isInSession } from '#src/cli/memory/consent.ts';
import { hasPerson } from '#src/cli/terminal/io.ts';
import { readConfig } from '#src/node/config.ts';
import { blogDirectory } from '#src/node/posts/export/blog-directory.ts';
import { layoutIn } from '#src/node/world.ts';
import { exportOptions, targetNamed } from '#src/posts/export/export-settings.ts';
import { TARGETS } from '#src/posts/export/targets.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { ownDrafts } from '../drafts/own-drafts.ts';
import { exportDraft } from './export-draft.ts';
import { findDraft } from './find-draft.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle export last --to astro --out ~/blog', 'makes a draft of the last session and writes it as a post'],
    ['chronicle export tides --to markdown --dry-run', 'prints the post'],
  ],
  exits: {
    1: 'nothing was written: something may be private, or another post stands in its place, and nobody said yes',
    2: 'wrong use, a problem in the draft, or a secret that is undecided: a sentence says which',
  },
  files: [
    ['<config>/session-chronicle/drafts/', 'the drafts'],
    ['<config>/session-chronicle/redact.yml', 'names that are never published'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle export',
    description:
      'Write a draft into a blog: the post, marked as a draft there too, and its figures. Nothing is ever replaced, and nothing is written while a secret in it is undecided',
  },
  args: {
    what: {
      type: 'positional',
      required: false,
      description:
        "A draft's name; or a session or its narrative, by its file's name, at least 6 characters of its id, or last. A session that has no draft gets one",
    },
    to: { type: 'string', valueHint: Object.keys(TARGETS).join('|'), description: 'What the blog is made with' },
    out: { type: 'string', valueHint: 'directory', description: 'The directory of the blog, which must exist' },
    redact: { type: 'boolean', description: 'Replace every secret and home path that is undecided' },
    yes: {
      type: 'boolean',
      description: 'Publish as it stands what may be private, without asking; secrets never',
    },
    'as-new': {
      type: 'boolean',
      description: 'Where another post stands in its place, write it beside that as <name>-2',
    },
    'dry-run': { type: 'boolean', description: 'Print the post and write nothing' },
  },
  async run({ args, io }) {
    const isTrial = args['dry-run'] === true;
    if (args.what === undefined || args._.length > 1)
      throw usage('chronicle export takes one draft, session or narrative');
    const target = targetNamed(args.to);
    if (args.out === undefined && !isTrial) throw usage('chronicle export needs --out, the directory of your blog');
    const { settings } = layoutIn(io.world);
    const options = exportOptions(readConfig({ settings }).config.export, target, settings);
    const blog = blogDirectory(resolve(io.world.cwd, args.out ?? '.'));
    const { world, layout, archive, scanContext } = await ownDrafts(io);
    const draft = await findDraft(io, args.what, { layout, archive, scanContext, isTrial });
    return exportDraft(io, draft, {
      archive,
      scanContext,
      target,
      options,
      blog,
      isTrial,
      isAsNew: args['as-new'] === true,
      redact: args.redact === true,
      yes: args.yes === true,
      isTerminal: hasPerson(io) && !isInSession(world),
      now: world.now,
    });
  },
});

/** Misuse of the command: what is missing, and a complete example. */
function usage(what: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_USAGE',
    `${what}: chronicle export last --to astro --out ../blog. Nothing was written.`,
  );
}
