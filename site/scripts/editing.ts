/** What pages do where drafts and series can be changed: loaded in dev only. */
import { restore } from './edit.ts';
import { element } from './elements.ts';
import { EVENTS_AND_HITS, linkOf } from './keys.ts';

restore();
offerButton();
if (document.querySelector('[data-findings]')) void import('./findings.ts');
if (document.querySelector('[data-create-draft]')) void import('./create-draft.ts');

/**
 * One button stands at the event that was last under the pointer, in focus or tapped, and offers it to an outline. At first
 * at the one that the address names, or that has the focus: a finger that came by a link taps nothing more.
 */
function offerButton(): void {
  const button = element('button', { class: 'add-to-outline', type: 'button', 'aria-label': 'Add to an outline' }, '+');
  let link: HTMLAnchorElement | null = null;
  button.addEventListener('click', () => {
    if (link) void import('./outline-dialog.ts').then(({ offerToOutline }) => link && offerToOutline(link));
  });
  const offer = (target: EventTarget | null) => {
    const event = target instanceof Element ? target.closest<HTMLElement>(EVENTS_AND_HITS) : null;
    if (!event || event.contains(button) || event.nextElementSibling === button) return;
    link = linkOf(event);
    // A button cannot stand in a link.
    if (event instanceof HTMLAnchorElement) event.after(button);
    else event.append(button);
  };
  for (const kind of ['pointerover', 'focusin'] as const)
    document.addEventListener(kind, ({ target }) => offer(target));
  offer(document.querySelector('.event:target'));
  offer(document.activeElement);
}
