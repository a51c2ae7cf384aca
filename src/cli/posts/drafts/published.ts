import { defineCommand } from '#src/cli/command.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import { saveSettings } from '#src/posts/drafts/write-draft.ts';
import { layoutIn } from '#src/lib/world.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { withoutSecrets } from '#src/redaction/scan.ts';
import { isWebAddress } from '#src/lib/text/web-address.ts';
import { draftNamed, ownDrafts } from './own-drafts.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle draft published',
    description: 'Record where a draft was published. Nothing is sent anywhere',
  },
  args: {
    draft: { type: 'positional', required: false, description: "The draft's name" },
    url: { type: 'positional', required: false, description: 'The address of the post: https://…' },
    undo: { type: 'boolean', description: 'Mark it as not published' },
  },
  async run({ args, io }) {
    const [slug, url] = args._;
    if (slug === undefined || args._.length !== (args.undo ? 1 : 2)) throw wrongUse();
    const { world } = io;
    // First, as other messages repeat the address.
    if (url !== undefined) await requireAddress(io, url);
    const draft = draftNamed(layoutIn(world), slug);
    if (url === undefined) {
      saveSettings(draft, { published: null });
      printResult(io, `Marked ${slug} as not published.`);
      return 0;
    }
    saveSettings(draft, {
      published: {
        url,
        at: world
          .now()
          .toISOString()
          .replace(/\.\d+Z$/, 'Z'),
      },
    });
    printResult(io, `Marked ${slug} as published at ${url}.`);
    return 0;
  },
});

function wrongUse(): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_NO_ADDRESS',
    'chronicle draft published needs a draft and the address of the post, or only the draft with --undo. Nothing was changed.',
  );
}

/** Refuses (CHRONICLE_BAD_ADDRESS) anything but the address of a public post. Repeats it only if it contains no secret. */
async function requireAddress(io: Io, url: string): Promise<void> {
  const isAddress = isWebAddress(url);
  if (!isAddress && url.includes('@'))
    throw badAddress('The address must begin with http:// or https:// and contain no user or password.');
  const { scanContext } = await ownDrafts(io);
  if ((await withoutSecrets(url, scanContext)) !== url)
    throw badAddress('The address contains something that must not be published, such as a token.');
  if (!isAddress) throw badAddress(`${url} is not an address that begins with http:// or https://.`);
}

function badAddress(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_BAD_ADDRESS', `${sentence} Nothing was changed.`);
}
