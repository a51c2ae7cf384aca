import { FIELDS_OF_HANDOFFS, HANDOFF_FIELDS } from '../format/notebook/handoff-fields.ts';
import type { Session } from '../format/session.ts';
import type { Facts } from '../transcript/facts.ts';
import { leftFields, leftToDo, sourceOfLeft } from '../transcript/left-to-do.ts';
import { momentOf } from '../transcript/moment.ts';
import { LEFT_ANCHOR } from '../lib/text/page-address.ts';

/** Where the work stood at the end of a session, as its page and `chronicle show` say it. */
export interface SessionHandoff {
  anchor: string;
  title: string;
  /** Where it comes from, unless the agent wrote it as a handoff. */
  source: string | null;
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

/**
 * The handoff of a session; without one, what the newest compaction's summary says was left to do. Null if neither says
 * anything.
 */
export function sessionHandoff({ chronicle, notebook }: Session, facts: Facts | null): SessionHandoff | null {
  const handoff = notebook?.handoff;
  if (handoff) {
    const edited = handoff.filesEdited === undefined ? (facts?.files ?? []).map(({ path }) => path) : [];
    const read = handoff.filesRead === undefined ? (facts?.readFiles ?? []) : [];
    return {
      anchor: 'handoff',
      title: 'Handoff',
      source: null,
      fields: FIELDS_OF_HANDOFFS.flatMap((field) => {
        const text = handoff[field];
        return text === undefined ? [] : [{ label: HANDOFF_FIELDS[field].name, text }];
      }),
      files: [...shown(HANDOFF_FIELDS.filesEdited.name, edited), ...shown(HANDOFF_FIELDS.filesRead.name, read)],
    };
  }
  const left = leftToDo(facts ?? { compactions: [] });
  if (!left) return null;
  const source = sourceOfLeft(momentOf(left.at, chronicle.frontMatter.utc_offset).time);
  return { anchor: LEFT_ANCHOR, title: 'Left to do', source, fields: leftFields(left), files: [] };
}

function shown(label: string, paths: readonly string[]): FilesShown[] {
  if (paths.length === 0) return [];
  return [{ label, paths: paths.slice(0, FILES), more: Math.max(0, paths.length - FILES) }];
}
