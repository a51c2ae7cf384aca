/** Goes to the beginning of the line and empties it. */
export const CLEAR_LINE = '\r\x1b[K';
export const SHOW_CURSOR = '\x1b[?25h';
