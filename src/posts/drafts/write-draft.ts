import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { flushDirectory, replaceFile, writeAll } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { workDirectory } from '#src/lib/work-directory.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { CREATE_NEW } from '#src/lib/open-flags.ts';
import { newSalt } from '#src/redaction/decide.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import type { Draft, DraftSettings } from '#src/posts/drafts/draft.ts';
import type { NewDraft } from '#src/posts/drafts/new-draft.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { requireOwnSlug } from '../own-slug.ts';
import { decisionsYaml } from './decisions-file.ts';
import { editDraftFile } from './edit-draft-file.ts';
import { parseSettings } from './parse-settings.ts';
import { settingsYaml, withSettings } from './settings-yaml.ts';

/** How long to wait for the lock (ms): creating a draft takes 10 ms, so a dozen commands at once get their turn. */
const PATIENCE = 5000;
const LONGEST_SLUG = 80;

/**
 * Creates the directory of a draft, with `-2` added to the slug if it is taken, and returns the draft. The directory
 * appears with all its files or not at all. Refuses (CHRONICLE_BAD_SLUG) an invalid slug.
 */
export function createDraft(layout: Layout, { slug: wanted, settings, body }: NewDraft): Draft {
  requireOwnSlug(wanted);
  const drafts = privateDirectory(layout.drafts, layout.config);
  // Written at once, as the hash of a finding depends on it: one page may send two decisions.
  const decisions = { salt: newSalt(), byHash: {} };
  const slug = withLock(drafts, 'drafts', PATIENCE, () => {
    // Only the holder of the lock uses this name, so an existing directory was left by a killed process.
    const temporary = `${workDirectory(drafts)}/new-draft`;
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary, { mode: 0o700 });
    writeWhole(`${temporary}/draft.mdx`, body);
    writeWhole(`${temporary}/draft.yml`, settingsYaml(settings));
    writeWhole(`${temporary}/redactions.yml`, decisionsYaml(decisions));
    flushDirectory(temporary);
    const free = freeName(wanted, new Set(readdirSync(drafts).map((name) => name.toLowerCase())));
    renameSync(temporary, `${drafts}/${free}`);
    flushDirectory(drafts);
    return free;
  });
  const { places } = parseSettings(settingsYaml(settings));
  return { slug, directory: `${layout.drafts}/${slug}`, settings, body, decisions, places, problems: [] };
}

/**
 * Changes some settings in draft.yml and returns the draft with them; every other line is kept. New exports are added
 * after those that the file has by then. Refuses (CHRONICLE_DRAFT_BROKEN) an unreadable file.
 */
export function saveSettings(draft: Draft, change: Partial<DraftSettings>): Draft {
  let exports = change.exports;
  editDraftFile(draft, 'draft.yml', (text) => {
    exports = change.exports && mergedExports(parseSettings(text).value, draft.settings, change.exports);
    return withSettings(text, exports ? { ...change, exports } : change);
  });
  return { ...draft, settings: { ...draft.settings, ...change, ...(exports ? { exports } : {}) } };
}

/**
 * Makes a draft anew that nobody edited since it was read: text, title, description, tags, beats and sources. Its name,
 * decisions and exports stay. Refuses (CHRONICLE_RESTLESS) if the text was edited meanwhile.
 */
export function remakeDraft(draft: Draft, { settings, body }: NewDraft): Draft {
  const { exports, published, series, ...anew } = settings;
  const path = `${draft.directory}/draft.mdx`;
  const before = asBytes(draft.body);
  replaceFile(
    path,
    PATIENCE,
    (bytes) => {
      if (bytes === before) return asBytes(body);
      throw new ChronicleError('CHRONICLE_RESTLESS', `${path} was just edited. Nothing was exported.`);
    },
    () => true,
  );
  return { ...saveSettings(draft, anew), body };
}

type Exports = DraftSettings['exports'];

function mergedExports(there: DraftSettings, read: DraftSettings, wanted: Exports): Exports {
  const known = JSON.stringify(read.exports);
  const isLonger = JSON.stringify(wanted.slice(0, read.exports.length)) === known;
  return isLonger ? [...there.exports, ...wanted.slice(read.exports.length)] : wanted;
}

/** The name, or the first `name-2`, `name-3`… that is free. Case is ignored, as some file systems do. */
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
