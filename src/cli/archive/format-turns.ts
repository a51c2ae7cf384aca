import type { SpineItem, Turn } from '#src/archive/prompt-spine.ts';
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Observation } from '#src/format/notebook/observation.ts';
import { foundIn, sourceWords, writtenDetails } from '#src/format/event-source.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, duration } from '#src/lib/text/day.ts';
import { TAG_WIDTH, table } from '../terminal/table.ts';
import { bold, dim, joined, line, type Text, tagged } from '../terminal/text.ts';

const LINE = 400;
const DETAIL_LINES = 12;
const PROMPT_LINES = 6;
const TIME = 5;
const ID = 8;

/** Prompts, each with what belongs to it, as one text for each of them and of their entries. */
export function formatTurns(turns: readonly Turn[], day: string, width: number): Text[] {
  return turns.flatMap((turn, index) => [
    ...promptOf(turn, index === 0, width),
    ...turn.items.flatMap((item) => entryOf(item, day, width)),
  ]);
}

function promptOf({ prompt, newDay, idle }: Turn, isFirst: boolean, width: number): Text[] {
  if (!prompt) return [];
  const { number, time, text, isQueued } = prompt;
  const remarks = [
    ...(newDay === null ? [] : [newDay]),
    ...(idle === null ? [] : [`after ${duration(idle)}`]),
    ...(isQueued ? ['typed while the agent worked'] : []),
  ];
  const said =
    text.trim() === '' ? dim('(its text was not kept)') : linesOf(text.replace(/\n\s+/g, '\n'), PROMPT_LINES, bold);
  const about = joined([said, ...(remarks.length === 0 ? [] : [dim(remarks.join(', '))])]);
  return [line`${isFirst ? '' : '\n'}${row(`#${number}`, time, dim('prompt'), about, width)}`];
}

function entryOf(item: SpineItem, day: string, width: number): Text[] {
  const about = (id: string, time: string, what: string, text: Text) => [row(id, time, dim(what), text, width)];
  switch (item.kind) {
    case 'event':
      return [formatEvent(item.event, day, width, item.evidence)];
    case 'stray':
      return [];
    case 'commit':
      return about(item.commit.hash.slice(0, ID), item.time, 'commit', oneClipped(item.commit.subject));
    case 'pull request': {
      const { number, title, url } = item.pullRequest;
      return about(number === null ? '' : `#${number}`, item.time, 'pull request', oneClipped(title || url));
    }
    case 'plan':
      return about('', item.time, 'plan', oneClipped(item.plan.heading));
    case 'question':
      return about('', item.time, 'question', oneClipped(`${item.question.question} ${item.question.answer}`));
    case 'compaction':
      return about('', item.time, 'compaction', dim('The conversation was compacted.'));
    case 'observation':
      return about(item.observation.id, item.time, 'observation', observationWords(item.observation));
  }
}

/** `P1 decision: Cookies are signed`, on one line. */
export function observationWords({ priority, type, title }: Observation): string {
  return `P${priority}${type === null ? '' : ` ${type}`}: ${oneClipped(title)}`;
}

/**
 * An event with its id, and where it comes from unless the agent logged it. `day` is that of the session, `evidence` are
 * sources that prove a logged event.
 */
export function formatEvent(event: ChronicleEvent, day: string, width: number, evidence: readonly string[] = []): Text {
  const { id, tag, text, time, date } = event;
  const details = writtenDetails(event);
  const source = sourceOf(event, evidence);
  const about = joined([
    line`${date === day ? '' : dim(`${date}: `)}${clip(text, LINE)}`,
    ...(details === '' ? [] : [linesOf(details, DETAIL_LINES, dim)]),
    ...(source === '' ? [] : [dim(source)]),
  ]);
  return row(id, time ?? '', tagged(tag), about, width);
}

/** `found in commit a1b2c3d, 3f6c….jsonl:120`, `proved by commit a1b2c3d`; empty for an event that was only logged. */
function sourceOf(event: ChronicleEvent, evidence: readonly string[]): string {
  const from = foundIn(event);
  if (from) {
    const what = `found in ${sourceWords(from)}`;
    return from.place ? `${what}, ${from.place.file}:${from.place.line}` : what;
  }
  return evidence.length === 0 ? '' : `proved by ${evidence.join(', ')}`;
}

function row(id: string, when: string, what: Text, about: Text, width: number): Text {
  return table([[dim(id), when, what, about]], { width, least: [ID, TIME, TAG_WIDTH] });
}

function linesOf(text: string, most: number, style: (text: Text) => Text): Text {
  const lines = text.split('\n');
  const rest = lines.length - most;
  return joined([
    ...lines.slice(0, most).map((each) => style(clip(each, LINE))),
    ...(rest > 0 ? [dim(`… ${counted(rest, 'more line')}`)] : []),
  ]);
}

function oneClipped(text: string): string {
  return clip(oneLine(text), LINE);
}
