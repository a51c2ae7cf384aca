import type { BriefedRecord } from '#src/memory/effect/briefed-records.ts';
import type { BriefingEffect } from '#src/memory/effect/briefing-effect.ts';
import { oneLine } from '#src/text/clip.ts';
import { table } from '../terminal/table.ts';
import { dim, type Text } from '../terminal/text.ts';

const HEAD = ['Observation', 'Project', 'Used', 'Shown', 'Title'];

/** A line for each observation: in how many of the sessions that were shown it, it was used. */
export function formatBriefed(records: readonly BriefedRecord[], width: number): Text {
  const rows = records.map(({ observation, from, used, shown }): Text[] => [
    dim(observation.id),
    from.project.name,
    String(used),
    String(shown),
    oneLine(observation.title),
  ]);
  return table(rows, { head: HEAD, right: [HEAD.indexOf('Used'), HEAD.indexOf('Shown')], keep: [0], width });
}

/** The figures for a script, with these observations; those of no session without any. */
export function briefingEntry(
  briefing: BriefingEffect | null,
  records: readonly BriefedRecord[],
): Record<string, unknown> {
  const { sessions = 0, using = 0, shown = 0, used = 0, because = null } = briefing ?? {};
  return { sessions, using, shown, used, because, records: records.map(entryOf) };
}

function entryOf({ observation, from, at, shown, used, isSuperseded }: BriefedRecord): Record<string, unknown> {
  return {
    project: from.project.name,
    sessionId: from.id,
    id: observation.id,
    title: observation.title,
    at,
    shown,
    used,
    isSuperseded,
  };
}
