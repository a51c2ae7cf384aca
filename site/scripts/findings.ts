/** Saves each decision about a finding at once. The server then reloads the page. */

import { say } from './copy.ts';
import { edit, forget, keepForReload, sayAlsoLater } from './edit.ts';

for (const list of document.querySelectorAll<HTMLElement>('[data-findings]')) {
  list.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) void decide(list, target);
  });
}

async function decide(list: HTMLElement, choice: HTMLInputElement): Promise<void> {
  keepForReload({ focus: `#${CSS.escape(choice.id)}`, isSeen: choice.matches(':focus-visible'), said: '' });
  const { isDone, sentence } = await edit('finding', {
    draft: list.getAttribute('data-findings'),
    finding: choice.closest('[data-finding]')?.getAttribute('data-finding'),
    decision: choice.value,
  });
  if (isDone) return sayAlsoLater(sentence);
  forget();
  say(sentence, true);
  // Show the saved decision again.
  for (const other of list.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(choice.name)}"]`))
    other.checked = other.defaultChecked;
}
