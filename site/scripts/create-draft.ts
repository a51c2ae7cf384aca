/** Buttons with `data-create-draft` create a draft of these sessions and open its page. */

import { say } from './copy.ts';
import { edit, goTo } from './edit.ts';

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-create-draft]')) {
  button.addEventListener('click', () => void create(button));
}

async function create(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  const sessions: unknown = JSON.parse(button.getAttribute('data-create-draft') ?? '[]');
  const { isDone, sentence, address } = await edit('draft', { sessions });
  if (isDone && address) return goTo(address, sentence);
  button.disabled = false;
  say(sentence, true);
}
