/** Editing of drafts and series, loaded in dev only. */
import { restore } from './edit.ts';
import { element } from './elements.ts';
import { EVENTS_AND_HITS, linkOf } from './keys.ts';

restore();
offerButton();
if (document.querySelector('[data-findings]')) void import('./findings.ts');
if (document.querySelector('[data-create-draft]')) void import('./create-draft.ts');
if (document.querySelector('[data-found-event]')) void import('./found-actions.ts');
if (document.querySelector('[data-inbox]')) void import('./inbox.ts');

/**
 * Shows one button that adds an event to an outline, at the event last hovered, focused or tapped. On load it is at the
 * event in the address or in focus, so that a touch reader who followed a link has it.
 */
function offerButton(): void {
  const button = element('button', { class: 'add-to-outline', type: 'button', 'aria-label': 'Add to a series' }, '+');
  let link: HTMLAnchorElement | null = null;
  button.addEventListener('click', () => {
    if (link) void import('./outline-dialog.ts').then(({ offerToOutline }) => link && offerToOutline(link));
  });
  const offer = (target: EventTarget | null) => {
    const event = target instanceof Element ? target.closest<HTMLElement>(EVENTS_AND_HITS) : null;
    if (!event || event.contains(button) || event.nextElementSibling === button) return;
    link = linkOf(event);
    // A link must not contain a button.
    if (event instanceof HTMLAnchorElement) event.after(button);
    else event.append(button);
  };
  for (const kind of ['pointerover', 'focusin'] as const)
    document.addEventListener(kind, ({ target }) => offer(target));
  offer(document.querySelector('.event:target'));
  offer(document.activeElement);
}
