import { accessSync, constants, cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The scripts of the copy that name its place. */
const LAUNCHERS = ['hook', 'bin/chronicle'];

/**
 * Puts what settings run at `app` at another place too, with launchers that know no other: what they note where they find no
 * Node stays there. Returns the place to run it from, which is `app` itself if nothing can be run at the other, as in a
 * temporary directory mounted without programs, or if something is missing that a run shall find out.
 */
export function placeApp(app: string, place: string): string {
  try {
    cpSync(app, place, { recursive: true });
    for (const launcher of LAUNCHERS) rewrite(join(place, launcher), app, place);
    if (process.platform !== 'win32') accessSync(join(place, 'hook'), constants.X_OK);
    return place;
  } catch {
    rmSync(place, { recursive: true, force: true });
    symlinkSync(app, place, 'junction');
    return app;
  }
}

function rewrite(launcher: string, app: string, place: string): void {
  const text = readFileSync(launcher, 'utf8');
  writeFileSync(
    launcher,
    text.replaceAll(quoted(app), () => quoted(place)),
  );
}

/** As it stands between the quotes of a POSIX shell. */
function quoted(path: string): string {
  return path.replaceAll("'", "'\\''");
}
