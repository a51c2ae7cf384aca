import type { FactsBody, FactsHead } from '../facts/facts.ts';
import type { FoundEvent } from './found-event.ts';
import type { FrictionKind } from './friction.ts';
import type { MemoryWrite } from './memory-writes.ts';

/** What the transcripts of one session show. Texts are neither shortened nor without secrets. */
export interface Harvest {
  id: string;
  facts: HarvestedFacts;
  /** In order of their records. */
  events: FoundEvent[];
  writes: MemoryWrite[];
  /** Ordinary friction by kind. */
  friction: ReadonlyMap<FrictionKind, number>;
}

/** Facts without what only the caller knows: which files were read and when, and what became of the events. */
export type HarvestedFacts = Omit<FactsBody, 'evidence' | 'placed'> & {
  head: Omit<FactsHead, 'harvested' | 'transcripts'>;
};
