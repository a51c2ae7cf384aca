const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `3.4 MB`, `512 bytes`: in powers of 1000, with one decimal below ten. */
export function diskSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${power > 0 && amount < 9.95 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[power]}`;
}
