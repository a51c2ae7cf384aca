/** Looks once for changes of memory files: `node look-process.ts <config> <project directory> <session>`. */
import { seeMemories } from '#src/memory/see-memories.ts';
import { pathsOf, memoryPlace } from '#src/lib/paths.ts';

const [config = '', project = '', sessionId = ''] = process.argv.slice(2);
const paths = pathsOf(config);
const place = memoryPlace(paths, project);
seeMemories(paths, place, sessionId, new Date());
