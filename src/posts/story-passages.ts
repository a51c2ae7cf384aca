/**
 * A narrative as a page to read: its passages, and beside each the events that it tells about. A narrative does not say
 * which events these are, so words decide: an event belongs to the passage with which it shares the rarest words, and to
 * none if it shares too few. Of several such passages, one at the event's place in the session is preferred.
 *
 *     The supplier was certain that he had received two files.    08:37 The supplier got two files, one hour apart
 */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { tellingStems } from '#src/index/words.ts';
import { type Block, plainBlocks } from '#src/lib/text/blocks.ts';

/** A paragraph with the lists and quoted lines after it and the heading before it, and its events in the order of the file. */
interface Passage {
  blocks: Block[];
  events: ChronicleEvent[];
}

export interface Story {
  passages: Passage[];
  /** The events that no passage tells about, or that have no room beside theirs. */
  rest: ChronicleEvent[];
}

/** Fewer shared words are an accident. */
const LEAST_SHARED = 2;
/** How much the place of an event in the session counts against a passage far from there: stories are told roughly in order. */
const ORDER = 0.6;
/** A note takes as much room as this much text, so that notes do not tear the text apart (characters). */
const PER_NOTE = 110;
const FEWEST_NOTES = 2;

/** The passages of a narrative with their events. */
export function storyOf(text: readonly Block[], events: readonly ChronicleEvent[]): Story {
  const blocks = passagesOf(text);
  const texts = blocks.map(plainBlocks);
  const words = texts.map(tellingStems);
  const having = new Map<string, number>();
  for (const own of words) for (const word of own) having.set(word, (having.get(word) ?? 0) + 1);
  const likeness = (event: ChronicleEvent, place: number) =>
    words.map((own, passage) => {
      const shared = [...tellingStems(`${event.text}\n${event.details}`)].filter((word) => own.has(word));
      const weight = shared.reduce((sum, word) => sum + 1 / (having.get(word) ?? 1), 0);
      const distance = Math.abs(shareOf(place, events.length) - shareOf(passage, words.length));
      return shared.length < LEAST_SHARED ? 0 : (weight / Math.sqrt(own.size)) * (1 - ORDER * distance);
    });
  const told = events.map((event, place) => {
    const all = likeness(event, place);
    const score = Math.max(0, ...all);
    return { event, score, passage: score === 0 ? -1 : all.indexOf(score) };
  });
  const kept = new Set(
    texts.flatMap((own, passage) =>
      told
        .filter((each) => each.passage === passage)
        .sort((a, b) => b.score - a.score)
        .slice(0, Math.max(FEWEST_NOTES, Math.floor(own.length / PER_NOTE))),
    ),
  );
  return {
    passages: blocks.map((own, passage) => ({
      blocks: own,
      events: told.filter((each) => each.passage === passage && kept.has(each)).map(({ event }) => event),
    })),
    rest: told.filter((each) => !kept.has(each)).map(({ event }) => event),
  };
}

/** How far along something is, from 0 to 1. */
function shareOf(place: number, count: number): number {
  return count < 2 ? 0 : place / (count - 1);
}

function passagesOf(text: readonly Block[]): Block[][] {
  const passages: Block[][] = [];
  let isOpen = false;
  for (const block of text) {
    const last = passages.at(-1);
    const begins = block.kind === 'heading' || (block.kind === 'paragraph' && !isOpen);
    if (begins || !last) passages.push([block]);
    else last.push(block);
    // A heading waits for its paragraph.
    isOpen = block.kind === 'heading';
  }
  return passages;
}
