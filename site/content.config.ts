import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import * as z from 'zod/mini';

const words = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

/** The guide: six pages that come with the site, written by its authors. The owner's archive is in `live.config.ts`. */
export const collections = {
  guide: defineCollection({
    loader: glob({ pattern: '*.mdx', base: new URL('./guide/', import.meta.url) }),
    schema: z.strictObject({
      title: words(40),
      /** What the page answers, in a sentence. */
      lead: words(160),
      /** Its place among the pages, from 1. */
      place: z.int().check(z.gte(1)),
    }),
  }),
};
