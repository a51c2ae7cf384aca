/**
 * Whether output has colour: FORCE_COLOR decides if it is set (0 and false mean no), then a non-empty NO_COLOR means no
 * (https://no-color.org), else a terminal has colour unless it is dumb. The same order as Node's own.
 */
export function wantsColour(isTerminal: boolean, { FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && !NO_COLOR && TERM !== 'dumb';
}
