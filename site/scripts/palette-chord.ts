/** Whether a key is Cmd or Ctrl-K, which opens and closes the palette. */
export function isPaletteChord({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !altKey && !shiftKey;
}
