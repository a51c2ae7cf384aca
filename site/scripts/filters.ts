/**
 * Keeps the filter chips in the address: `?tag=error,miss&project=larder` checks only these, and a change updates the
 * address. The chips themselves work with CSS alone.
 */
export function mirrorFilters(): void {
  const chips = [...document.querySelectorAll<HTMLInputElement>('.chip input[name]')];
  for (const [name, values] of new URLSearchParams(location.search)) {
    const named = chips.filter((chip) => chip.name === name);
    const chosen = named.filter(({ value }) => values.split(',').includes(value));
    // Ignore an address without a known value.
    if (chosen.length > 0) for (const chip of named) chip.checked = chosen.includes(chip);
  }
  for (const chip of chips)
    chip.addEventListener('change', () => write(chips.filter(({ name }) => name === chip.name)));
}

/** Writes the checked chips of a group to the address; nothing if all are checked. */
function write(chips: readonly HTMLInputElement[]): void {
  const [{ name } = { name: '' }] = chips;
  const chosen = chips.filter(({ checked }) => checked).map(({ value }) => value);
  const url = new URL(location.href);
  if (chosen.length === chips.length) url.searchParams.delete(name);
  else url.searchParams.set(name, chosen.join());
  history.replaceState(null, '', url.href.replaceAll('%2C', ','));
}
