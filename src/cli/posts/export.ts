import { resolve } from 'node:path';
import { type CommandHelp, defineCommand } from '../command.ts';
import { isInSession } from '../memory/decide.ts';
import { hasPerson } from '../terminal/io.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { readConfig } from '#src/lib/config.ts';
import { pathsIn } from '#src/lib/env.ts';
import { blogDirectory, requireOutside } from '#src/posts/blog.ts';
import { exportOptions, targetNamed } from '#src/posts/export-settings.ts';
import { TARGET_NAMES } from '#src/posts/post.ts';
import { exportDraft } from './export-draft.ts';
import { findDraft } from './find-draft.ts';
import { ownDrafts } from './own-drafts.ts';

/** What `--to` names besides the kinds of blogs. */
const OBSERVATIONS = 'observations';

export const help: CommandHelp = {
  usage: '[DRAFT | SESSION | last]',
  examples: [
    ['chronicle export last --to astro --out ~/blog', 'writes the last session into a blog as a draft post'],
    ['chronicle export tides --to markdown --dry-run', 'prints the post'],
    ['chronicle export --json --out archive.jsonl', 'writes the whole archive as JSON lines'],
    ['chronicle export --to observations', 'writes what this repository tells everyone who works in it; shown first'],
  ],
  exits: {
    1: 'nothing was exported: findings wait for review, or the post in the blog was edited',
    2: 'nothing was exported: wrong arguments, a problem in the draft, or an undecided secret',
  },
};

export const command = defineCommand({
  meta: {
    name: 'chronicle export',
    description:
      'Write a draft into a blog: the post, marked as a draft there too, and its figures. Exporting again updates the post unless you edited it there',
  },
  args: {
    what: {
      type: 'positional',
      required: false,
      description:
        'A draft by name; or a session by file name, at least 6 characters of its id, or last. A session without a draft gets one',
    },
    to: {
      type: 'string',
      valueHint: [...TARGET_NAMES, OBSERVATIONS].join('|'),
      description:
        'The kind of blog. observations writes the committed observations of this project into .claude/observations.md instead',
    },
    out: {
      type: 'string',
      valueHint: 'directory',
      description: "The blog's directory, created if it is missing; or the file of the archive",
    },
    redact: { type: 'boolean', description: 'Replace every undecided secret and home path' },
    yes: {
      type: 'boolean',
      description: 'Do not ask. Findings that only need a review are published as they are; secrets never are',
    },
    'dry-run': { type: 'boolean', description: 'Print the post and write nothing' },
    json: {
      type: 'boolean',
      description: 'Write the whole archive as JSON lines instead, to stdout or the new file that --out names',
    },
  },
  async run({ args, io }) {
    if (args.json) {
      if (args._.length > 0 || args.to !== undefined)
        throw usage('--json writes the whole archive and takes only --out');
      const { exportJson } = await import('../import/export-json.ts');
      return exportJson(io, args.out);
    }
    const isDryRun = args['dry-run'] === true;
    if (args.to === OBSERVATIONS) {
      if (args._.length > 0 || args.out !== undefined)
        throw new ChronicleError(
          'CHRONICLE_USAGE',
          'chronicle export --to observations writes the file of the checkout you are in: it takes no name and no --out. Nothing was written.',
        );
      const { exportObservations } = await import('../notebook/export-observations.ts');
      return exportObservations(io, { isDryRun, isAgreed: args.yes === true });
    }
    if (args.what === undefined || args._.length > 1) throw usage('Name one draft or session');
    const target = targetNamed(args.to);
    if (args.out === undefined && !isDryRun) throw usage('--out is missing: name the directory of your blog');
    const { settings, config } = pathsIn(io.env);
    const options = exportOptions(readConfig({ settings }).config.export, target, settings);
    const blog = blogDirectory(resolve(io.env.cwd, args.out ?? '.'));
    if (!isDryRun) requireOutside(blog.path, config);
    const isTerminal = hasPerson(io) && !isInSession(io.env);
    const own = await ownDrafts(io);
    const draft = await findDraft(io, args.what, own, isDryRun);
    return exportDraft(io, draft, {
      ...own,
      ...{ target, options, blog, isDryRun, isTerminal },
      redact: args.redact === true,
      yes: args.yes === true,
    });
  },
});

/** The error for missing arguments, with a complete example. */
function usage(what: string): ChronicleError {
  return new ChronicleError('CHRONICLE_USAGE', `${what}, as in: chronicle export last --to astro --out ../blog`);
}
