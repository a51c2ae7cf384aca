/** What the transcript says around an unconfirmed event, read when the event is opened. */
import { element } from './elements.ts';

interface Line {
  line: number;
  who: string;
  text: string;
  isFound: boolean;
}

/** Fills the place for the transcript in an item, once. */
export async function showTranscript(item: HTMLElement): Promise<void> {
  const [place, address] = [item.querySelector<HTMLElement>('.transcript'), item.getAttribute('data-transcript')];
  if (!place || !address || place.dataset.read !== undefined) return;
  place.dataset.read = '';
  const lines = await fetch(address)
    .then((response): Promise<{ lines: Line[] | null }> => response.json())
    .then(
      (answer) => answer.lines,
      () => undefined,
    );
  if (lines) place.replaceChildren(tableOf(lines));
  else place.replaceChildren(element('p', { class: 'quiet' }, lines === null ? GONE : UNREAD));
}

const GONE = 'The transcript was deleted, or this line has changed since.';
const UNREAD = 'The transcript could not be read.';

function tableOf(lines: readonly Line[]): HTMLElement {
  const rows = lines.map(({ line, who, text, isFound }) =>
    element(
      'tr',
      isFound ? { 'data-found': '' } : {},
      element('td', {}, String(line)),
      element('th', { scope: 'row' }, who),
      element('td', { dir: 'auto' }, text),
    ),
  );
  const caption = element('caption', { class: 'visually-hidden' }, 'What the transcript says there: line, who, text');
  return element('table', {}, caption, element('tbody', {}, ...rows));
}
