/** A concept as it is kept: lower case, words joined by hyphens. */
export function normalConcept(concept: string): string {
  return concept
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_,]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
}
