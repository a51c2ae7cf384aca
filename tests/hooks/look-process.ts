/** Looks once for changes of memory files: `node look-process.ts <config> <project directory> <session>`. */
import { seeMemories } from '#src/memory/see-memories.ts';
import { layoutOf, memoryPlace } from '#src/lib/paths.ts';

const [config = '', project = '', sessionId = ''] = process.argv.slice(2);
const layout = layoutOf(config);
const place = memoryPlace(layout, project);
await seeMemories({ layout, place, sessionId, now: () => new Date(), patience: 5000 });
