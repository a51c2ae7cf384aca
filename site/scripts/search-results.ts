import type { FoundPage, FoundPart } from '#site/model/found-session.ts';
import { TAG_WORDS } from '#src/format/tags.ts';
import { kindLabel } from '#src/index/record.ts';
import { shortDay } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import type { Run } from '../model/excerpt.ts';
import { element, symbol } from './elements.ts';

/** Parts drawn of a page before its "more" is pressed. */
const PARTS = 5;

/** A list item for a page: its title, date and project, and a link to each part that was found. */
export function drawPage({ address, title, project, date, task, parts }: FoundPage): HTMLLIElement {
  const day = date === '' ? '' : `${shortDay(date)} ${date.slice(0, 4)}`;
  const about = [day, project, task].filter((part) => part !== '').join(', ');
  const list = element('ul', {}, ...parts.slice(0, PARTS).map(drawPart));
  if (parts.length > PARTS) list.append(drawRest(list, parts.slice(PARTS)));
  return element(
    'li',
    { class: 'found-session' },
    element('h2', { class: 'bare' }, element('a', { class: 'target', href: address, dir: 'auto' }, title)),
    element('p', { class: 'meta', dir: 'auto' }, about),
    list,
  );
}

function drawPart({ address, kind, tag, words, details }: FoundPart): HTMLLIElement {
  const isFound = kind === 'found';
  // The first line of a narrative is its title, which is already in the heading.
  const isRepeated = kind === 'narrative' && details.length > 0;
  const text = element('span', { class: 'words', dir: 'auto' }, ...(isRepeated ? [] : drawRuns(words)));
  if (details.length > 0) text.append(element('span', { class: 'details' }, ...drawRuns(details)));
  // A bdi does not count for the direction of the words.
  if (isFound) text.prepend(element('bdi', { class: 'quiet' }, 'found in the transcript'), ' ');
  if (!tag) text.prepend(element('bdi', { class: 'quiet' }, kindLabel(kind)), ' ');
  return element(
    'li',
    {},
    element(
      'a',
      { class: 'hit', href: address, 'data-tag': tag },
      tag ? symbol(`#g-${isFound ? 'found-' : ''}${tag}`, 'glyph') : element('span', {}),
      element('span', { class: 'visually-hidden' }, tag ? `${TAG_WORDS[tag].label}: ` : ''),
      text,
    ),
  );
}

/** A button for the other parts of a page, which takes their place. */
function drawRest(list: HTMLUListElement, parts: readonly FoundPart[]): HTMLLIElement {
  const button = element('button', { class: 'button text more-hits', type: 'button' }, `${grouped(parts.length)} more`);
  const item = element('li', {}, button);
  button.addEventListener('click', () => {
    const drawn = parts.map(drawPart);
    item.replaceWith(...drawn);
    list.querySelectorAll<HTMLElement>('a.hit')[PARTS]?.focus();
  });
  return item;
}

function drawRuns(runs: readonly Run[]): (Node | string)[] {
  return runs.map(({ text, isFound }) => (isFound ? element('mark', {}, text) : text));
}
