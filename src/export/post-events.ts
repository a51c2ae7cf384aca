import type { ResolvedBeat, ResolvedDraft } from './resolve-draft.ts';

/** The events that a post quotes, as `<session_id>#e-…`, each once. They are noted beside the draft and not in the post. */
export function postEvents({ parts, beats }: ResolvedDraft, leftOut: ReadonlySet<string>): string[] {
  const quoted = parts.flatMap((part): Pick<ResolvedBeat, 'session' | 'event'>[] => {
    if (part.kind === 'event') return [part];
    return part.kind === 'beats' ? [...beats] : [];
  });
  const ids = quoted.map(({ session, event }) => `${session.id}#${event.id}`);
  return [...new Set(ids)].filter((id) => !leftOut.has(id));
}
