import { slugOf } from '#src/project/slug.ts';

const LONGEST = 80;

/** The slug of a title: `Teaching a machine` is `teaching-a-machine`. */
export function seriesSlugOf(title: string): string {
  return slugOf(title.toLowerCase().replace(/['’]/g, ''), 'series')
    .slice(0, LONGEST)
    .replace(/^[-._]+|[-._]+$/g, '');
}
