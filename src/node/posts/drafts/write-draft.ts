import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { CREATE_NEW } from '#src/node/disk/open-flags.ts';
import { newSalt } from '#src/node/redaction/decide.ts';
import { withLock } from '#src/node/store/lock.ts';
import { privateDirectory } from '#src/node/store/private-directory.ts';
import { flushDirectory, workDirectory, writeAll } from '#src/node/store/work-directory.ts';
import type { Draft, DraftSettings } from '#src/posts/drafts/draft.ts';
import type { NewDraft } from '#src/posts/drafts/new-draft.ts';
import type { Layout } from '#src/project/paths.ts';
import { requireOwnSlug } from '../own-slug.ts';
import { decisionsYaml } from './decisions-file.ts';
import { editDraftFile } from './edit-draft-file.ts';
import { parseSettings } from './parse-settings.ts';
import { settingsYaml, withSettings } from './settings-yaml.ts';

/** Making one takes a hundredth of a second; a dozen commands at once still get their turn (ms). */
const PATIENCE = 5000;
const LONGEST_SLUG = 80;

/**
 * Makes the directory of a draft, with `-2` behind the slug if that is taken, and returns the draft. It appears with all
 * its files or not at all. Refuses a slug that can name none (CHRONICLE_BAD_SLUG).
 */
export function createDraft(layout: Layout, { slug: wanted, settings, body }: NewDraft): Draft {
  requireOwnSlug(wanted);
  const drafts = privateDirectory(layout.drafts, layout.config);
  // From the start, as a finding's name depends on it: two decisions may be made from one look at the page.
  const decisions = { salt: newSalt(), byHash: {} };
  const slug = withLock(drafts, 'drafts', PATIENCE, () => {
    // Only the holder of the lock works under this name, so what lies there was left by a killed process.
    const made = `${workDirectory(drafts)}/new-draft`;
    rmSync(made, { recursive: true, force: true });
    mkdirSync(made, { mode: 0o700 });
    writeWhole(`${made}/draft.mdx`, body);
    writeWhole(`${made}/draft.yml`, settingsYaml(settings));
    writeWhole(`${made}/redactions.yml`, decisionsYaml(decisions));
    flushDirectory(made);
    const free = freeName(wanted, new Set(readdirSync(drafts).map((name) => name.toLowerCase())));
    renameSync(made, `${drafts}/${free}`);
    flushDirectory(drafts);
    return free;
  });
  const { places } = parseSettings(settingsYaml(settings));
  return { slug, directory: `${layout.drafts}/${slug}`, settings, body, decisions, places, problems: [] };
}

/**
 * Changes some settings in draft.yml and returns the draft with them; every other line stays. New exports come behind
 * those that the file has by then. Refuses (CHRONICLE_DRAFT_BROKEN) a file that cannot be read.
 */
export function saveSettings(draft: Draft, change: Partial<DraftSettings>): Draft {
  let exports = change.exports;
  editDraftFile(draft, 'draft.yml', (text) => {
    exports = change.exports && mergedExports(parseSettings(text).value, draft.settings, change.exports);
    return withSettings(text, exports ? { ...change, exports } : change);
  });
  return { ...draft, settings: { ...draft.settings, ...change, ...(exports ? { exports } : {}) } };
}

type Exports = DraftSettings['exports'];

function mergedExports(there: DraftSettings, read: DraftSettings, wanted: Exports): Exports {
  const known = JSON.stringify(read.exports);
  const isLonger = JSON.stringify(wanted.slice(0, read.exports.length)) === known;
  return isLonger ? [...there.exports, ...wanted.slice(read.exports.length)] : wanted;
}

/** Case does not tell two names apart, as it does not on every file system. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : `-${n}`;
    const name = `${wanted.slice(0, LONGEST_SLUG - suffix.length)}${suffix}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

function writeWhole(path: string, text: string): void {
  const file = openSync(path, CREATE_NEW, 0o600);
  try {
    writeAll(file, Buffer.from(text));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
