/** Lets a person change a proposed memory before they decide. */
import { required } from './elements.ts';

/** Shows the form in an item, with these values in its fields; `submit` gets what the person made of them. */
export function editItem(
  item: HTMLElement,
  values: Readonly<Record<string, string>>,
  submit: (values: Record<string, string>) => void,
): void {
  const there = item.querySelector<HTMLElement>('.inbox-edit [name="text"]');
  if (there) {
    there.focus();
    return;
  }
  const { content } = required<HTMLTemplateElement & HTMLElement>('[data-edit-rule]');
  const form = content.querySelector('form')?.cloneNode(true);
  if (!(form instanceof HTMLFormElement)) return;
  const fields = [...form.querySelectorAll<HTMLInputElement>('[name]')];
  for (const field of fields) field.value = values[field.name] ?? '';
  const close = () => {
    form.remove();
    item.querySelector('summary')?.focus();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit(Object.fromEntries(fields.map(({ name, value }) => [name, value])));
  });
  form.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  form.querySelector('[data-cancel]')?.addEventListener('click', close);
  item.querySelector('.inbox-body > .actions')?.before(form);
  fields.find(({ name }) => name === 'text')?.focus();
}
