/** Things found in one session, in the order in which they were found. */
export interface SessionGroup<Found> {
  project: string;
  session: string;
  found: Found[];
}

/** Groups by session; a session stands where its first find stands. */
export function groupBySession<Found extends { project: string; session: string }>(
  finds: Iterable<Found>,
): SessionGroup<Found>[] {
  const groups = new Map<string, SessionGroup<Found>>();
  for (const find of finds) {
    const key = `${find.project}/${find.session}`;
    const group = groups.get(key);
    if (group) group.found.push(find);
    else groups.set(key, { project: find.project, session: find.session, found: [find] });
  }
  return [...groups.values()];
}
