import { allSessions, memoryRecord, pictures } from '#site/data.ts';
import { yearsOf } from '#src/archive/year.ts';
import { yearFigures } from '#src/archive/year-figures.ts';
import { yearCard } from '#src/chart/year-card.ts';

/** The card of a year as an SVG file; null for a year without a page, and if the card showed what must not be published. */
export async function yearCardFile(year: string): Promise<string | null> {
  const sessions = await allSessions();
  if (!yearsOf(sessions).includes(year)) return null;
  const { groups } = await memoryRecord();
  return pictures().safePicture(yearCard(yearFigures(year, sessions, groups)));
}
