import { oneLine } from '#src/text/clip.ts';

/** The kinds that a memory's name may say first. */
const KIND = /^(?:feedback|project|reference|user)[-_ ]/;

/** What a memory is called: the title in the index, else its name in words, else that of its file. Untrusted, one line. */
export function memoryTitle(file: string, name: string, indexTitle: string | undefined): string {
  const title = oneLine(indexTitle ?? '');
  if (title !== '') return title;
  const slug = oneLine(name) || file.replace(/\.md$/, '');
  const words = slug.replace(KIND, '').replaceAll(/[-_]+/g, ' ').trim();
  return words === '' ? file : words.charAt(0).toUpperCase() + words.slice(1);
}
