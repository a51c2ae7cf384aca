import type { SessionName } from '#src/palette/name.ts';
import type { NameIndex } from '#src/palette/name-index.ts';
import { idsName, type PaletteIds, placeOfId, typedId } from '#src/palette/palette-ids.ts';
import { sessionAddress } from '#src/text/page-address.ts';
import { readPart } from './palette-names.ts';

/** What has a typed id. */
export interface FoundById {
  session: SessionName;
  address: string;
}

let ids: Promise<PaletteIds> | undefined;

/** The session, or the event, note or observation in it, that has a typed id; null if there is none. The index is complete. */
export async function findById(query: string, index: NameIndex): Promise<FoundById | null> {
  const typed = typedId(query);
  if (!typed) return null;
  ids ??= Promise.all(index.head.periods.map((period) => readPart<PaletteIds>(idsName(period)))).then((all) =>
    all.flat(),
  );
  const session = index.session[placeOfId(await ids, typed)];
  if (!session) return null;
  const { project, session: name } = session;
  return { session, address: sessionAddress(project, name, typed.within || undefined) };
}
