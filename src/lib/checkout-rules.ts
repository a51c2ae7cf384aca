import type { CheckoutRules } from '#src/lib/project.ts';
import type { Config } from './config.ts';
import { realPath } from './real-path.ts';
import { mainCheckoutAt } from './checkout.ts';

/** How sessions are given to checkouts on this machine, by the owner's settings. */
export function checkoutRules({ projects }: Pick<Config, 'projects'>, home: string): CheckoutRules {
  const moved = Object.entries(projects).flatMap(([path, old]) => {
    const whole = expandedPath(path, home);
    return old.map((each) => [expandedPath(each, home), realPath(whole) ?? whole] as const);
  });
  return { mainCheckout: mainCheckoutAt, moved: new Map(moved) };
}

/** The absolute path of an entry of the settings, without a trailing slash. */
export function expandedPath(path: string, home: string): string {
  const whole = path === '~' || /^~[\\/]/.test(path) ? `${home}${path.slice(1)}` : path;
  return whole.length > 1 ? whole.replace(/[\\/]+$/, '') || '/' : whole;
}
