/** Asks once more about a change of memory: shows it, and takes the code that only the terminal of chronicle dev shows. */

import { say } from './copy.ts';
import type { Answer } from './edit.ts';
import { element } from './elements.ts';

interface Asked {
  question: string;
  /** Of the button that carries it out. */
  label: string;
  /** The change as the page shows it. */
  diff: Element | null;
  /** The answer to the request for a code, if there was one. */
  answer?: Answer;
  /** Without a code, asks the server to show one; with it, carries the change out. */
  send(code: string | null): Promise<Answer>;
}

export async function askForCode({ question, label, diff, send, ...given }: Asked): Promise<void> {
  const answer = given.answer ?? (await send(null));
  if (!answer.needsCode) return say(answer.sentence, true);
  const input = element('input', {
    name: 'code',
    required: '',
    maxlength: '20',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  });
  const fault = element('p', { role: 'alert' });
  const cancel = element('button', { class: 'button', type: 'button' }, 'Cancel');
  const form = element(
    'form',
    {},
    element('label', {}, answer.sentence, input),
    fault,
    element('p', { class: 'actions' }, element('button', { class: 'button primary' }, label), cancel),
  );
  const dialog = element(
    'dialog',
    { class: 'code-dialog', 'aria-labelledby': 'code-dialog' },
    element('h2', { id: 'code-dialog', dir: 'auto' }, question),
    ...[answer.diff ? diffOf(answer.diff) : diff?.cloneNode(true)].filter((each) => each !== undefined),
    form,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(input.value).then(({ isDone, sentence }) => {
      if (isDone) return dialog.close();
      fault.textContent = sentence;
      input.select();
    });
  });
  cancel.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
}

function diffOf(lines: readonly string[]): HTMLElement {
  const code = element(
    'code',
    {},
    ...lines.map((line) => element('span', { 'data-diff': line.charAt(0) }, `${line}\n`)),
  );
  return element(
    'pre',
    { class: 'diff', dir: 'auto' },
    ...(lines.length > 0 ? [code] : ['The proposal will be open again.']),
  );
}
