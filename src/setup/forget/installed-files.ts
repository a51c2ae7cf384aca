import { sectionFault, withoutSection } from '../contract.ts';
import type { Layout } from '#src/lib/paths.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { readForeign } from '#src/lib/foreign-file.ts';
import { readRecord } from '../install-record.ts';

/** The files that `chronicle init` installed. They may contain any word, but not a text of the owner's. */
export interface InstalledFiles {
  /** The unchanged ones, and the record of the installation. */
  paths: ReadonlySet<string>;
  /** The text of a file without our section; null if it has no section. */
  ownersText(path: string): string | null;
}

/** Reads the record of the installation. Without one, only the copy of the program is known. */
export function installedFiles(layout: Layout): InstalledFiles {
  const entries = recordIn(layout);
  const files = entries.flatMap((entry) => entry.files);
  const untouched = files.filter(({ part, path, after }) => part === 'skill' && sha256Of(textIn(path) ?? '') === after);
  const contracts = new Set(files.flatMap(({ part, path }) => (part === 'contract' ? [path] : [])));
  return {
    paths: new Set([layout.app, layout.install, ...untouched.map(({ path }) => path)]),
    ownersText: (path) => {
      const text = contracts.has(path) ? textIn(path) : null;
      return text === null || sectionFault(text) ? null : withoutSection(text);
    },
  };
}

function recordIn(layout: Layout) {
  try {
    return readRecord(layout) ?? [];
  } catch {
    return [];
  }
}

function textIn(path: string): string | null {
  try {
    return readForeign(path);
  } catch {
    return null;
  }
}
