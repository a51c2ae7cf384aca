/**
 * What a page does with a script: keep the reader's theme, answer keys, copy, search. Everything else
 * works without one. This is the one script of all pages; what a single page needs is loaded there.
 */
import { listenForCopies } from './copy.ts';
import { mirrorFilters } from './filters.ts';
import { listenForKeys } from './keys.ts';
import { listenForTheme } from './theme.ts';

listenForTheme();
listenForCopies();
listenForKeys();
mirrorFilters();
if (document.querySelector('[data-search]')) import('./search-page.ts');
if (document.querySelector('[data-session-filter]')) import('./sessions-page.ts');
if (document.querySelector('[data-outlines]')) import('./editing.ts');
