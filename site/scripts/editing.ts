/** Decisions and edits on pages, loaded in dev only. */
import { restore } from './edit.ts';

restore();
if (document.querySelector('[data-findings]')) void import('./findings.ts');
if (document.querySelector('[data-create-draft]')) void import('./create-draft.ts');
if (document.querySelector('[data-found-event]')) void import('./found-actions.ts');
if (document.querySelector('[data-inbox]')) void import('./inbox.ts');
