import { missRemark } from '../../hook/miss-remark.ts';
import { ownMisses } from '../../hook/own-misses.ts';
import { memoryPlace } from '../../project/paths.ts';
import { readLookup } from '../memory/lookup-file.ts';
import { layoutIn, type World } from '../world.ts';
import { placeOf } from './find.ts';
import type { Logged } from './log.ts';

/** Which miss a miss is that was just logged, as a line; empty if it is the first that is known. */
export function remarkOnMiss(world: World, { id, path, text }: Logged): string {
  const layout = layoutIn(world);
  const own = ownMisses(text);
  const lookup = readLookup(layout, memoryPlace(layout, placeOf(path).projectDirectory));
  const remark = own && missRemark(lookup, own, id, world.now());
  return remark ? `${remark}\n` : '';
}
