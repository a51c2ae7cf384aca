/** `Three`, `12`: a number at the beginning of a sentence. */
export function spelled(count: number): string {
  const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
  return words[count] ?? count.toLocaleString('en-GB');
}
