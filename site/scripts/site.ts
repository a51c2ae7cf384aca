/**
 * The script of all pages: theme, keyboard shortcuts, copying, filters. Everything else works without JavaScript. Scripts
 * for single pages are loaded on demand.
 */
import { listenForCopies } from './copy.ts';
import { mirrorFilters } from './filters.ts';
import { followArchive } from './follow-archive.ts';
import { listenForKeys } from './keys.ts';
import { listenForTheme } from './theme.ts';

listenForTheme();
listenForCopies();
listenForKeys();
mirrorFilters();
followArchive();
if (document.querySelector('[data-search]')) import('./search-page.ts');
const timeline = document.querySelector('[data-timeline]');
if (timeline && location.search !== '') import('./timeline.ts');
timeline?.addEventListener('click', (event) => {
  const { target, shiftKey, ctrlKey, metaKey, altKey } = event as MouseEvent;
  const chooser = (target as Element).closest<HTMLElement>('[data-choose]');
  if (!chooser || ctrlKey || metaKey || altKey) return;
  event.preventDefault();
  void import('./timeline.ts').then(({ choose }) => choose(chooser.dataset, shiftKey));
});
if (document.body.hasAttribute('data-editable')) import('./editing.ts');
