import { dayOf } from '#src/memory/verdict.ts';
import { cameBack, ruleState } from '#src/memory/standings.ts';
import type { MemoryChange, ProjectProposal } from '#src/memory/history.ts';
import { type Occurrence, occurrenceName } from '#src/memory/occurrences.ts';
import { recordWord } from '#src/memory/evidence-kinds.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { table } from '../terminal/table.ts';
import { bold, dim, joined, line, red, type Text } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';
import { bornWords, type ListedMemory, memoryEntry, sizeWords, stateText } from './format-memories.ts';

/** A memory with everything known about it. */
export interface ShownMemory extends ListedMemory {
  path: string;
  /** Its proposals, decided or not. */
  proposals: ProjectProposal[];
  /** Its last change outside of approved proposals; null if it is as approved, or was never approved. */
  outside: OutsideEdit | null;
}

interface OutsideEdit {
  at: string;
  /** `in session X` */
  when: string;
  session: string;
  /** From the approved version to the present one; null without a backup. */
  diff: string | null;
}

/** Claude Code cuts command output at 30,000 characters; the memory's text leaves room for the rest. */
const TEXT = 14_000;
const TEXT_LINES = 200;
/** More events are only counted. */
const EVENTS = 15;
/** No year that dates could be shown without. */
const WITH_YEAR = '-';
const CHANGES = 15;
const REFERENCES = 6;
const LINE = 200;
const DIFF_LINES = 60;

/** A memory as text: facts, verdict, its text, changes, misses and hits with their references, open proposals. */
export function formatMemory({ standing, file, path, proposals, outside }: ShownMemory, width: number): Text {
  const { history, exists, before, since, now, isBroken, hits, effect } = standing;
  const missesNow = now?.misses ?? [];
  const earlier = since.filter((miss) => !missesNow.includes(miss));
  const sinceWhen = now === null || now.how === 'written' ? 'written' : `${now.how} on ${dayOf(now.at)}`;
  const brokenWords = isBroken ? `Its mistake ${cameBack(standing, WITH_YEAR)}. ` : '';
  const open = proposals.filter(({ state }) => state === 'open');
  const isLost = file?.text.isUnread === true;
  const size = file && !isLost ? [sizeWords(file)] : [];
  const born = history.born ? `written ${bornWords(standing)}` : 'no date';
  const facts = [history.project.name, file?.text.type ?? 'no type', ...size, born];
  const events = eventsFor(width);
  return joined([
    bold(oneLine(history.file)),
    facts.join(', '),
    dim(oneLine(path)),
    ...(exists ? [] : ['This memory was deleted. The ledger still has its history.']),
    ...(isLost ? [red(`It cannot be read: ${file.text.fault}.`)] : []),
    wrap(
      line`${stateText(standing, capitalised(ruleState(standing)))}. ${brokenWords}${effect.because}`,
      measureOf(width),
    ),
    ...(file && !isLost ? ['', ...textLines(file.text.raw)] : []),
    ...(outside ? outsideLines(outside) : []),
    ...section('History', history.changes, CHANGES, (changes) => joined(changes.map(formatChange)), 'earlier change'),
    ...section(`Missed since it was ${sinceWhen}`, missesNow, EVENTS, events, 'earlier miss', 'earlier misses'),
    ...section(
      `Missed before it was ${now?.how}, since it was first written`,
      earlier,
      EVENTS,
      events,
      'earlier miss',
      'earlier misses',
    ),
    ...section('Missed before it was written', before, EVENTS, events, 'earlier miss', 'earlier misses'),
    ...section('Hits', hits, EVENTS, events, 'earlier hit'),
    ...section('Open proposals', open, EVENTS, proposalsFor(width), 'earlier proposal'),
  ]);
}

/** A memory for a script: its entry in `list --json` and everything else known about it. */
export function memoryDetails(shown: ShownMemory): Record<string, unknown> {
  const { standing, file, path, proposals, outside } = shown;
  const { history, before, since, hits, effect } = standing;
  return {
    ...memoryEntry(shown),
    path,
    text: file && !file.text.isUnread ? file.text.raw : null,
    changes: history.changes.map(({ project, ...change }) => change),
    events: { before: before.map(eventEntry), since: since.map(eventEntry), hits: hits.map(eventEntry) },
    rates: effect.rates,
    proposals: proposals.map(({ project, ...proposal }) => proposal),
    outside: outside && { at: outside.at, session_id: outside.session, diff: outside.diff },
  };
}

/** The newest items under a heading; nothing if there are none. */
function section<Item>(
  heading: string,
  items: readonly Item[],
  most: number,
  format: (items: readonly Item[]) => Text,
  one: string,
  several?: string,
): Text[] {
  if (items.length === 0) return [];
  const rest = items.length - most;
  return [
    '',
    bold(`${heading} (${items.length})`),
    ...(rest > 0 ? [`  … ${counted(rest, one, several)}; --json has all.`] : []),
    format(items.slice(-most)),
  ];
}

function outsideLines({ at, when, diff }: OutsideEdit): Text[] {
  const lines = diff?.split('\n') ?? [];
  const rest = lines.length - DIFF_LINES;
  return [
    '',
    bold('Changed outside of approved proposals'),
    clip(`  ${at.slice(0, 10)} ${oneLine(when)}`, LINE),
    ...(diff === null ? ['  There is no backup of the approved version to compare with.'] : []),
    ...(diff === '' ? ['  The file is now as you approved it.'] : []),
    ...lines.slice(0, diff ? DIFF_LINES : 0).map((each) => `    ${clip(each, LINE)}`),
    ...(rest > 0 ? [`    … ${counted(rest, 'more line')}; --json has all.`] : []),
  ];
}

function formatChange({ at, action, source, dated, id, session_id, events }: MemoryChange): Text {
  const when = `${at.slice(0, 10)}${dated ? ' (file date)' : ''}`;
  const rest = events.length - REFERENCES;
  return joined([
    table([[when, action, source, dim(oneLine(id))]], { indent: 2, least: [10, 10, 8] }),
    dim(clip(`    in session ${oneLine(session_id)}`, LINE)),
    ...events.slice(0, REFERENCES).map((event) => dim(clip(`    based on ${oneLine(event)}`, LINE))),
    ...(rest > 0 ? [`    … ${counted(rest, `more ${recordWord(events)}`)}`] : []),
  ]);
}

/** One line per event; on a terminal the reference is on a line of its own. */
function eventsFor(width: number): (events: readonly Occurrence[]) => Text {
  return (events) =>
    table(
      events.flatMap((occurrence): Text[][] => {
        const { event } = occurrence;
        const [reference, text] = [dim(occurrenceName(occurrence)), clip(oneLine(event.text), LINE)];
        const isTerminal = width !== Number.POSITIVE_INFINITY;
        return isTerminal
          ? [
              [event.date, text],
              ['', reference],
            ]
          : [[event.date, reference, text]];
      }),
      { indent: 2, width },
    );
}

function eventEntry(occurrence: Occurrence): Record<string, unknown> {
  const { event } = occurrence;
  return { id: occurrenceName(occurrence), date: event.date, time: event.time, text: event.text };
}

function proposalsFor(width: number): (proposals: readonly ProjectProposal[]) => Text {
  return (proposals) =>
    table(
      proposals.map(({ id, action, reason, proposed }) => [
        dim(id),
        action,
        proposed.slice(0, 10),
        clip(oneLine(reason), LINE),
      ]),
      { indent: 2, width },
    );
}

function textLines(raw: string): string[] {
  const all = raw.trimEnd().split(/\r?\n/);
  const lines: string[] = [];
  let left = TEXT;
  for (const text of all.slice(0, TEXT_LINES)) {
    if (left <= 0) break;
    lines.push(`  | ${clip(text, left)}`);
    left -= text.length + 4;
  }
  const rest = all.length - lines.length;
  return rest > 0 || left < 0
    ? [...lines, `  … ${rest > 0 ? counted(rest, 'more line') : 'More'}; --json has all.`]
    : lines;
}
