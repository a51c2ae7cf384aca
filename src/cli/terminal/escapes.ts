/** Returns to the start of the line and clears it. */
export const CLEAR_LINE = '\r\x1b[K';
export const SHOW_CURSOR = '\x1b[?25h';
