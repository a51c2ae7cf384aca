import { defineCommand } from 'citty';
import { ChronicleError } from '../../node/chronicle-error.ts';
import { isWebAddress } from '../../node/drafts/parse-settings.ts';
import { saveSettings } from '../../node/drafts/write-draft.ts';
import { layoutIn, realWorld } from '../../node/world.ts';
import { printResult } from '../result.ts';
import { draftNamed } from './own-drafts.ts';

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
  run({ args }) {
    const [slug, url] = args._;
    if (slug === undefined || args._.length !== (args.undo ? 1 : 2)) throw wrongUse();
    const world = realWorld();
    const draft = draftNamed(layoutIn(world), slug);
    if (url === undefined) {
      saveSettings(draft, { published: null });
      printResult(`${slug} is noted as not published.`);
      return 0;
    }
    if (!isWebAddress(url)) throw badAddress(url);
    saveSettings(draft, {
      published: {
        url,
        at: world
          .now()
          .toISOString()
          .replace(/\.\d+Z$/, 'Z'),
      },
    });
    printResult(`${slug} is noted as published at ${url}.`);
    return 0;
  },
});

function wrongUse(): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_NO_ADDRESS',
    'chronicle draft published takes a draft and the address of the post; with --undo the draft alone. Nothing was written.',
  );
}

function badAddress(url: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_BAD_ADDRESS',
    `${url} is no address that begins with http:// or https://. Nothing was written.`,
  );
}
