import { TAG_WORDS, type Tag, tagWord } from '#src/format/tags.ts';

/** What a lane shows: the events of a tag, or observations, which are no events and are counted apart. */
export type LaneKind = Tag | typeof OBSERVATION;

/** In attributes and style sheets, next to the tags. */
export const OBSERVATION = 'OBSERVATION';

/** The words of a lane. */
export interface KindWords {
  kind: LaneKind;
  /** In addresses: `miss`. */
  word: string;
  /** `Memory miss` */
  label: string;
  /** `memory misses` */
  several: string;
}

const OBSERVATION_LABEL = 'Observation';

/** The words of what a lane shows. */
export function kindWords(kind: LaneKind): KindWords {
  if (kind === OBSERVATION) return { kind, word: 'observation', label: OBSERVATION_LABEL, several: 'observations' };
  const { label, several = `${label.toLowerCase()}s` } = TAG_WORDS[kind];
  return { kind, word: tagWord(kind), label, several };
}

/** What a lane is called: `Memory miss`. */
export function laneLabel(kind: LaneKind): string {
  return kind === OBSERVATION ? OBSERVATION_LABEL : TAG_WORDS[kind].label;
}
