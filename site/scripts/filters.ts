/**
 * Lets chips stand in the address: `?tag=error,miss&project=larder` checks these alone, and choosing writes
 * it anew. What a chip hides is a matter of style and works without this.
 */
export function mirrorFilters(): void {
  const chips = [...document.querySelectorAll<HTMLInputElement>('.chip input[name]')];
  const wanted = new URLSearchParams(location.search);
  for (const chip of chips) chip.checked = wanted.get(chip.name)?.split(',').includes(chip.value) ?? true;
  for (const chip of chips)
    chip.addEventListener('change', () => write(chips.filter(({ name }) => name === chip.name)));
}

/** All of them chosen is nothing to say. */
function write(chips: readonly HTMLInputElement[]): void {
  const [{ name } = { name: '' }] = chips;
  const chosen = chips.filter(({ checked }) => checked).map(({ value }) => value);
  const url = new URL(location.href);
  if (chosen.length === chips.length) url.searchParams.delete(name);
  else url.searchParams.set(name, chosen.join());
  history.replaceState(null, '', url.href.replaceAll('%2C', ','));
}
