/**
 * Lets chips stand in the address: `?tag=error,miss&project=larder` checks these alone, and choosing writes
 * it anew. What a chip hides is a matter of style and works without this.
 */
export function mirrorFilters(): void {
  const chips = [...document.querySelectorAll<HTMLInputElement>('.chip input[name]')];
  const wanted = new URLSearchParams(location.search);
  for (const [name, values] of wanted) {
    const named = chips.filter((chip) => chip.name === name);
    const chosen = named.filter(({ value }) => values.split(',').includes(value));
    // An address that names none of them was meant otherwise.
    if (chosen.length > 0) for (const chip of named) chip.checked = chosen.includes(chip);
  }
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
