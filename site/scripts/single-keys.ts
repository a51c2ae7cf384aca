const SETTING = 'single-keys';

/** Whether keys without a modifier do anything. Readers who dictate or strike keys by accident can turn them off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(SETTING) !== 'off';
}

/** Keeps the reader's choice. */
export function setSingleKeys(areOn: boolean): void {
  if (areOn) localStorage.removeItem(SETTING);
  else localStorage.setItem(SETTING, 'off');
}
