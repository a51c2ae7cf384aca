import { grouped } from '../../lib/grouped.ts';

/** A rate after a change divided by the rate before, with its interval; 1 means no change. */
interface Ratio {
  estimate: number;
  low: number;
  high: number;
}

/** `0.4 times as often as before; 90% interval 0.1 to 1.2; there may be no change.` */
export function ratioInWords({ estimate, low, high }: Ratio): string {
  const isOpen = low < 1 && high > 1;
  const often = estimate === 0 ? 'Not once since' : `${figure(estimate)} times as often as before`;
  return `${often}; 90% interval ${figure(low)} to ${figure(high)}${isOpen ? '; there may be no change' : ''}.`;
}

function figure(ratio: number): string {
  if (!Number.isFinite(ratio)) return 'any number';
  if (ratio === 0) return '0';
  if (ratio >= 10) return grouped(Math.round(ratio));
  return ratio.toFixed(ratio < 0.1 ? 2 : 1);
}
