/** Which series a session is part of. */
import type { Session } from '#src/format/session.ts';
import type { Outline } from './outline.ts';

/** The first part of a series that tells an event of a session. */
export interface SeriesPlace {
  slug: string;
  title: string;
  /** From 1. */
  part: number;
  parts: number;
}

/** The series that tell events of a session, each with the first such part. */
export function seriesPlaces({ id }: Session, outlines: readonly Outline[]): SeriesPlace[] {
  return outlines.flatMap(({ series: { slug, title }, parts }) => {
    const at = parts.findIndex(({ events }) => events.some(({ found }) => found?.session.id === id));
    return at === -1 ? [] : [{ slug, title, part: at + 1, parts: parts.length }];
  });
}
