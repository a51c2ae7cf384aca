/** Lets a person change the tag and words of an unconfirmed event before they confirm it. */
import { required } from './elements.ts';

export interface Words {
  tag: string;
  text: string;
}

/** Shows the form in an item; `confirm` gets what the person made of the event. */
export function editEvent(item: HTMLElement, confirm: (words: Words) => void): void {
  const there = item.querySelector<HTMLInputElement>('.inbox-edit [name="text"]');
  if (there) {
    there.focus();
    return;
  }
  const template = required<HTMLTemplateElement>('[data-edit-event]');
  const form = template.content.querySelector('form')?.cloneNode(true);
  if (!(form instanceof HTMLFormElement)) return;
  const [tag, text] = [form.elements.namedItem('tag'), form.elements.namedItem('text')];
  if (!(tag instanceof HTMLSelectElement) || !(text instanceof HTMLInputElement)) return;
  tag.value = item.getAttribute('data-tag-now') ?? '';
  text.value = item.getAttribute('data-text') ?? '';
  const close = () => {
    form.remove();
    item.querySelector('summary')?.focus();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    confirm({ tag: tag.value, text: text.value });
  });
  form.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  form.querySelector('[data-cancel]')?.addEventListener('click', close);
  item.querySelector('.inbox-body .actions')?.before(form);
  text.focus();
}
