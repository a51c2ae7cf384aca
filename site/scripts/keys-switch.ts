import { areSingleKeysOn, setSingleKeys } from './single-keys.ts';

/** The switch of single keys, on the page of the guide that lists them. It is disabled until this runs: a click would be lost. */
const box = document.querySelector<HTMLInputElement>('[data-single-keys]');
if (box) {
  box.checked = areSingleKeysOn();
  box.addEventListener('change', () => setSingleKeys(box.checked));
  box.disabled = false;
}
