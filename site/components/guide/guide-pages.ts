import { type CollectionEntry, getCollection } from 'astro:content';

/** The pages of the guide, in their order. */
export async function guidePages(): Promise<CollectionEntry<'guide'>[]> {
  const pages = await getCollection('guide');
  return pages.sort((a, b) => a.data.place - b.data.place);
}
