/** The filter of a list of files. The address keeps its words. */
import { required } from './elements.ts';

const input = required<HTMLInputElement>('[data-file-filter] input');
const status = required('[data-filter-status]');
const files = [...document.querySelectorAll<HTMLElement>('[data-files] .file')].map((row) => ({
  row,
  path: row.querySelector('code')?.textContent?.toLowerCase() ?? '',
}));
/** Holds all but the first files. */
const fold = document.querySelector<HTMLDetailsElement>('[data-files] > details');
const idle = status.textContent;

function filter(): void {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = files.filter(({ path }) => words.every((word) => path.includes(word)));
  const shown = new Set(hits.map(({ row }) => row));
  for (const { row } of files) row.hidden = !shown.has(row);
  if (fold && words.length > 0) fold.open = true;
  if (fold) fold.hidden = !hits.some(({ row }) => fold.contains(row));
  const found = hits.length === 0 ? 'No file has this in its path' : `${hits.length} of ${files.length} files`;
  status.textContent = words.length === 0 ? idle : found;
}

function change(): void {
  const url = new URL(location.href);
  if (input.value === '') url.searchParams.delete('path');
  else url.searchParams.set('path', input.value);
  history.replaceState(null, '', url);
  filter();
}

input.form?.addEventListener('submit', (event) => event.preventDefault());
input.addEventListener('input', change);
input.value = new URLSearchParams(location.search).get('path') ?? input.value;
filter();
