import { defineLiveCollection } from 'astro:content';
import { chronicleLoader } from '#content-loader/live-loader.ts';
import { sessionSchema } from '#src/format/session-schema.ts';

export const collections = {
  sessions: defineLiveCollection({ loader: chronicleLoader(), schema: sessionSchema }),
};
