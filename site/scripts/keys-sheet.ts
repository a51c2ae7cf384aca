import { element } from './elements.ts';
import { areSingleKeysOn, setSingleKeys } from './single-keys.ts';

const MODIFIER = /^(?:Mac|iP)/.test(navigator.platform) ? 'Cmd' : 'Ctrl';

/** Only in `chronicle dev`, which can edit outlines. */
const ADD: [string, string] = ['Add the focused event to a series', 'a'];

/** What each key does. Several keys in a row are alternatives, or a pair such as next and previous. */
const ROWS: [does: string, ...keys: string[]][] = [
  ['Search', '/', `${MODIFIER} K`],
  ['Overview', 'g h'],
  ['Sessions', 'g s'],
  ['Timeline', 'g t'],
  ['Memory', 'g m'],
  ['Inbox', 'g i'],
  ['Narratives', 'g n'],
  ['Projects', 'g p'],
  ['Next and previous event', 'j', 'k'],
  ['Copy the link to the focused event', 'c'],
  ...(document.querySelector('[data-outlines]') ? [ADD] : []),
  ['Earlier and later session or narrative', '[', ']'],
  ['Leave the focused event or the search box', 'Esc'],
  ['Show this list', '?'],
];

let sheet: HTMLDialogElement | undefined;

/** Opens the list of keyboard shortcuts. The browser closes it on Escape and restores the focus. */
export function showKeysSheet(): void {
  sheet ??= makeSheet();
  sheet.showModal();
}

function makeSheet(): HTMLDialogElement {
  const close = element('button', { class: 'button', type: 'button' }, 'Close');
  const made = element(
    'dialog',
    { class: 'keys-sheet', 'aria-labelledby': 'keys', closedby: 'any' },
    element('header', {}, element('h2', { id: 'keys' }, 'Keyboard shortcuts'), close),
    element('dl', {}, ...ROWS.map(row)),
    singleKeysSwitch(),
  );
  close.addEventListener('click', () => made.close());
  document.body.append(made);
  return made;
}

function row([does, ...keys]: (typeof ROWS)[number]): HTMLElement {
  const written = keys.map((key) => element('dd', {}, ...key.split(' ').map((part) => element('kbd', {}, part))));
  return element('div', {}, element('dt', {}, does), ...written);
}

function singleKeysSwitch(): HTMLElement {
  const box = element('input', { type: 'checkbox', role: 'switch' });
  box.checked = areSingleKeysOn();
  box.addEventListener('change', () => setSingleKeys(box.checked));
  const note = element('span', { class: 'quiet' }, `When off, only ${MODIFIER} K and Esc work.`);
  return element('label', { class: 'keys-switch' }, box, element('span', {}, 'Single-key shortcuts'), note);
}
