import { TAG_WORDS, type Tag } from '../chronicle/tags.ts';

/** What a lane shows: the events of a tag, or observations, which are no events and are counted apart. */
export type LaneKind = Tag | typeof OBSERVATION;

/** In attributes and style sheets, next to the tags. */
export const OBSERVATION = 'OBSERVATION';

/** What a lane is called: `Memory miss`. */
export function laneLabel(kind: LaneKind): string {
  return kind === OBSERVATION ? 'Observation' : TAG_WORDS[kind].label;
}

/** What several of a lane are called: `memory misses`. */
export function laneSeveral(kind: LaneKind): string {
  if (kind === OBSERVATION) return 'observations';
  const { label, several = `${label.toLowerCase()}s` } = TAG_WORDS[kind];
  return several;
}
