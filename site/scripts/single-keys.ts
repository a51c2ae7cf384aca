const SETTING = 'single-keys';

/** Whether keys without a modifier are shortcuts. Users of speech input can switch them off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(SETTING) !== 'off';
}

/** Saves the reader's choice. */
export function setSingleKeys(areOn: boolean): void {
  if (areOn) localStorage.removeItem(SETTING);
  else localStorage.setItem(SETTING, 'off');
}
