/** The reader's choice about single keys, and its switch on the page of the guide that lists them. */
const SETTING = 'single-keys';

/** Whether keys without a modifier are shortcuts. Users of speech input can switch them off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(SETTING) !== 'off';
}

/** Lets the switch work. It is disabled until then: a click would be lost. */
export function listenForSwitch(): void {
  const box = document.querySelector<HTMLInputElement>('[data-single-keys]');
  if (!box) return;
  box.checked = areSingleKeysOn();
  box.addEventListener('change', () => {
    if (box.checked) localStorage.removeItem(SETTING);
    else localStorage.setItem(SETTING, 'off');
  });
  box.disabled = false;
}
