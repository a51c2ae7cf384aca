/* Applies or undoes a proposal in its own process: `node change-process.ts <config> apply|undo <id>`. */
import { applyProposals, undoChange } from '#src/memory/change.ts';
import { pathsOf, memoryPlace } from '#src/lib/paths.ts';

const [config = '', verb, id = ''] = process.argv.slice(2);
const place = memoryPlace(pathsOf(config), '-home-robin-tide');
if (verb === 'undo') undoChange(place, id, new Date());
else applyProposals(place, [id], new Date());
