import { FIELDS_OF_HANDOFFS, HANDOFF_FIELDS } from '#src/format/notebook/handoff-fields.ts';
import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';

/** Where the work stood at the end of a session, as its page and `chronicle show` say it. */
export interface SessionHandoff {
  /** Untrusted Markdown. */
  fields: { label: string; text: string }[];
  /** What the transcript showed of files; nothing if the handoff names its own. */
  files: FilesShown[];
}

/** The first files that a session edited, or only read, and how many more there are. */
export interface FilesShown {
  label: string;
  paths: string[];
  more: number;
}

const FILES = 10;

/** The handoff of a session; null without one. */
export function sessionHandoff({ notebook }: Session, facts: Facts | null): SessionHandoff | null {
  const handoff = notebook?.handoff;
  if (!handoff) return null;
  const edited = handoff.filesEdited === undefined ? (facts?.files ?? []).map(({ path }) => path) : [];
  const read = handoff.filesRead === undefined ? (facts?.readFiles ?? []) : [];
  return {
    fields: FIELDS_OF_HANDOFFS.flatMap((field) => {
      const text = handoff[field];
      return text === undefined ? [] : [{ label: HANDOFF_FIELDS[field].name, text }];
    }),
    files: [...shown(HANDOFF_FIELDS.filesEdited.name, edited), ...shown(HANDOFF_FIELDS.filesRead.name, read)],
  };
}

function shown(label: string, paths: readonly string[]): FilesShown[] {
  if (paths.length === 0) return [];
  return [{ label, paths: paths.slice(0, FILES), more: Math.max(0, paths.length - FILES) }];
}
