/** Keeps and hides found events on the page of their session. Loaded in dev only; the server then reloads the page. */
import { say } from './copy.ts';
import { edit, forget, keepForReload, sayAlsoLater } from './edit.ts';

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-found-event] [data-verb]') : null;
  if (button) void send(button);
});

async function send(button: HTMLButtonElement): Promise<void> {
  const place = button.closest<HTMLElement>('[data-found-event]');
  const { foundEvent: event = '', session = '' } = place?.dataset ?? {};
  const buttons = [...(place?.querySelectorAll('button') ?? [])];
  for (const each of buttons) each.disabled = true;
  keepForReload({ focus: '#events', isSeen: true, said: '' });
  const answer = await edit('found', { session, event, verb: button.dataset.verb });
  if (answer.isDone) {
    sayAlsoLater(answer.sentence);
    return;
  }
  forget();
  for (const each of buttons) each.disabled = false;
  say(answer.sentence, true);
}
