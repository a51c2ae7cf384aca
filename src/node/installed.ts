import { ChronicleError, isErrno } from './chronicle-error.ts';
import { packageRoot } from './package-root.ts';

/** Loads a package; where it is missing, one sentence says which it is and how to get it (CHRONICLE_NOT_INSTALLED). */
export async function installed<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isErrno(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) throw error;
    throw new ChronicleError(
      'CHRONICLE_NOT_INSTALLED',
      `This command needs the package ${name}, and ${packageRoot()} has no packages installed. Run npm ci there first.`,
    );
  }
}
