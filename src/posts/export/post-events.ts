import type { ResolvedBeat, ResolvedDraft } from './resolve-draft.ts';

type Quoted = Pick<ResolvedBeat, 'session' | 'event'>;

/** The events that a post quotes, in its order and as often as it does. */
export function quotedEvents({ parts, beats }: ResolvedDraft, leftOut: ReadonlySet<string>): Quoted[] {
  const quoted = parts.flatMap((part): Quoted[] => {
    if (part.kind === 'event') return [part];
    return part.kind === 'beats' ? [...beats] : [];
  });
  return quoted.filter((each) => !leftOut.has(nameOf(each)));
}

/** The events that a post quotes, as `<session_id>#e-…`, each once. They are noted beside the draft and not in the post. */
export function postEvents(resolved: ResolvedDraft, leftOut: ReadonlySet<string>): string[] {
  return [...new Set(quotedEvents(resolved, leftOut).map(nameOf))];
}

function nameOf({ session, event }: Quoted): string {
  return `${session.id}#${event.id}`;
}
