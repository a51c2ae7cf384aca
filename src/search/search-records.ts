/** The hits in one session, in their order. */
export interface SessionGroup<Found> {
  project: string;
  session: string;
  found: Found[];
}

/** Groups hits by session, sessions in the order of their first hit. */
export function groupBySession<Found>(
  hits: Iterable<Found>,
  placeOf: (hit: Found) => { project: string; session: string },
): SessionGroup<Found>[] {
  const groups = new Map<string, SessionGroup<Found>>();
  // The search page has one object for records that do not differ.
  const known = new Map<object, SessionGroup<Found>>();
  for (const hit of hits) {
    const place = placeOf(hit);
    const group = known.get(place) ?? groupAt(groups, place);
    known.set(place, group);
    group.found.push(hit);
  }
  return [...groups.values()];
}

function groupAt<Found>(
  groups: Map<string, SessionGroup<Found>>,
  { project, session }: { project: string; session: string },
): SessionGroup<Found> {
  const key = `${project}/${session}`;
  const known = groups.get(key);
  if (known) return known;
  const group: SessionGroup<Found> = { project, session, found: [] };
  groups.set(key, group);
  return group;
}
