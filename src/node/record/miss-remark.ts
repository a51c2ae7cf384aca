import { memoryPlace } from '#src/project/paths.ts';
import { missRemark } from '#src/record/miss-remark.ts';
import { ownMisses } from '#src/record/own-misses.ts';
import { readLookup } from '../memory/lookup-file.ts';
import { placeOf } from '../session/find.ts';
import { layoutIn, type World } from '../world.ts';
import type { Logged } from './log.ts';

/** Which miss a miss is that was just logged, as a line; empty if it is the first that is known. */
export function remarkOnMiss(world: World, { id, path, text }: Logged): string {
  const layout = layoutIn(world);
  const own = ownMisses(text);
  const lookup = readLookup(layout, memoryPlace(layout, placeOf(path).projectDirectory));
  const remark = own && missRemark(lookup, own, id, world.now());
  return remark ? `${remark}\n` : '';
}
