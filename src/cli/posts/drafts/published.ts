import { defineCommand } from '#src/cli/command.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import { isWebAddress } from '#src/node/posts/drafts/parse-settings.ts';
import { saveSettings } from '#src/node/posts/drafts/write-draft.ts';
import { layoutIn } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { withoutSecrets } from '#src/redaction/scan.ts';
import { draftNamed, ownDrafts } from './own-drafts.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle draft published',
    description: 'Note where a post was published. Nothing is sent anywhere',
  },
  args: {
    draft: { type: 'positional', required: false, description: "The draft's name" },
    url: { type: 'positional', required: false, description: 'The address of the post: https://…' },
    undo: { type: 'boolean', description: 'Forget that it was published' },
  },
  async run({ args, io }) {
    const [slug, url] = args._;
    if (slug === undefined || args._.length !== (args.undo ? 1 : 2)) throw wrongUse();
    const { world } = io;
    // Before anything that says the address again.
    if (url !== undefined) await requireAddress(io, url);
    const draft = draftNamed(layoutIn(world), slug);
    if (url === undefined) {
      saveSettings(draft, { published: null });
      printResult(io, `${slug} is noted as not published.`);
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
    printResult(io, `${slug} is noted as published at ${url}.`);
    return 0;
  },
});

function wrongUse(): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_NO_ADDRESS',
    'chronicle draft published takes a draft and the address of the post; with --undo the draft alone. Nothing was written.',
  );
}

/** Refuses (CHRONICLE_BAD_ADDRESS) what is no address of a public post, and says it again only if no secret is in it. */
async function requireAddress(io: Io, url: string): Promise<void> {
  const isAddress = isWebAddress(url);
  if (!isAddress && url.includes('@'))
    throw badAddress('That is no address that begins with http:// or https:// and is without a user or password.');
  const { scanContext } = await ownDrafts(io);
  if ((await withoutSecrets(url, scanContext)) !== url)
    throw badAddress('The address holds what must not be published, such as a token.');
  if (!isAddress) throw badAddress(`${url} is no address that begins with http:// or https://.`);
}

function badAddress(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_BAD_ADDRESS', `${sentence} Nothing was written.`);
}
