import { grouped } from './grouped.ts';
/** `Three`, `12`: a number at the beginning of a sentence. */
export function spelled(count: number): string {
  const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
  return words[count] ?? grouped(count);
}

/** `once`, `twice`, `3 times`. */
export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${grouped(count)} times`;
}

/** The words with a capital first letter. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
