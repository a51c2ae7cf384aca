/** The names that the owner gave to archives of other machines or people: the root of each archive, and its name. */
export type MachineNames = ReadonlyMap<string, string>;

export const NO_MACHINES: MachineNames = new Map();

/** The name of the archive that has the chronicle at `<root>/<project-dir>/chronicle/<file>`; empty without one. */
export function machineOf(path: string, machines: MachineNames): string {
  if (machines.size === 0) return '';
  return machines.get(path.split('/').slice(0, -3).join('/')) ?? '';
}
