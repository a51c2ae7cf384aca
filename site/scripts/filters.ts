/**
 * The filter chips: a click shows one alone, or all again; a shift-click adds or removes one. Without a script each click adds
 * or removes, by style alone. `?tag=error,miss` in the address chooses these, and a change updates the address.
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
    chip.addEventListener('click', ({ shiftKey }) => {
      const group = chips.filter(({ name }) => name === chip.name);
      const others = group.filter((each) => each !== chip && each.checked);
      if (!shiftKey && others.length > 0) {
        for (const each of others) each.checked = false;
        chip.checked = true;
      }
      write(group);
    });
}

/** Writes the chosen chips of a group to the address; nothing without a choice. */
function write(chips: readonly HTMLInputElement[]): void {
  const [{ name } = { name: '' }] = chips;
  const chosen = chips.filter(({ checked }) => checked).map(({ value }) => value);
  const url = new URL(location.href);
  if (chosen.length === 0) url.searchParams.delete(name);
  else url.searchParams.set(name, chosen.join());
  history.replaceState(null, '', url.href.replaceAll('%2C', ','));
}
