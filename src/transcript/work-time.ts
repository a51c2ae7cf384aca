/** When a session was worked on, from the times of its messages. */

/** A session with more minutes of work than this shows the first ones: 25 hours. */
const MOST_MINUTES = 1500;
const MINUTE = 60_000;

/** The minutes with a message since the first one, of messages at these times (ms), in order. */
export function workMinutes(times: readonly number[]): { minute: number }[] {
  const minutes = new Set(times.map((at) => Math.floor((at - (times[0] ?? at)) / MINUTE)));
  return Array.from(minutes, (minute) => ({ minute })).slice(0, MOST_MINUTES);
}

/** Longer gaps between two messages are breaks, not work. */
const LONGEST_GAP = 15 * 60_000;

/**
 * The minutes of work between messages at these times (ms), in order: the span without breaks. At least one if there was any
 * work. Times are sorted first, since hosts that resume a session may write its answers with the time of the resume.
 */
export function activeMinutes(times: readonly number[]): number {
  let active = 0;
  for (const [index, at] of times.entries()) {
    const gap = at - (times[index - 1] ?? at);
    if (gap <= LONGEST_GAP) active += gap;
  }
  return active === 0 ? 0 : Math.max(1, Math.round(active / MINUTE));
}
