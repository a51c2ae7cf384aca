import { seenWords, sinceWords } from '#src/memory/proposed-memory.ts';
import { type ProjectRepeats, type Repeat, requestsAndFailures } from '#src/memory/repeats.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { bold, cyan, dim, joined, line, red, type Text } from '../terminal/text.ts';
import { cut } from '../terminal/wrap.ts';

const LONGEST = 90;

/** What comes back in each project: the words, how often, and the command that proposes a memory for it. */
export function formatRepeats(all: readonly ProjectRepeats[], width: number): Text {
  const { requests, failures } = requestsAndFailures(all);
  const hasSeveral = all.length > 1;
  return joined(
    [
      ...section('What you keep telling it', requests, hasSeveral, width),
      ...section('It fails the same way each time', failures, hasSeveral, width),
    ],
    '\n\n',
  );
}

function section(title: string, repeats: readonly Repeat[], hasSeveral: boolean, width: number): Text[] {
  if (repeats.length === 0) return [];
  return [joined([line`${bold(title)}`, ...repeats.flatMap((repeat) => repeatLines(repeat, hasSeveral, width))], '\n')];
}

/** The lines of one. */
export function repeatLines(repeat: Repeat, hasSeveral: boolean, width: number): Text[] {
  const place = hasSeveral ? ` of ${oneLine(repeat.own.project.name)}` : '';
  const seen = seenWords(repeat).replace(/ sessions?,/, (sessions) => `${sessions.slice(0, -1)}${place},`);
  const said = saidLines(repeat).map((text, at) => cut(at === 0 ? line`  ${text}` : line`    ${dim(text)}`, width));
  const { known, since } = repeat;
  const again = since === 0 ? [] : [cut(line`    ${red(sinceWords(since, known?.file ?? ''))}`, width)];
  const next = known === null ? `chronicle memory propose --from ${repeat.id}` : 'chronicle memory review';
  return [...said, cut(line`    ${dim(seen)}`, width), ...again, ...(since > 0 ? [] : [line`    ${cyan(next)}`])];
}

function saidLines(repeat: Repeat): string[] {
  if (repeat.kind === 'request') return [`"${oneLine(clip(repeat.words, LONGEST))}"`];
  const { run, line: cause, next } = repeat;
  return [
    `${oneLine(clip(run, LONGEST))}: ${oneLine(clip(cause, LONGEST))}`,
    ...(next === null ? [] : [`What worked next: ${oneLine(clip(next.command, LONGEST))}`]),
  ];
}
