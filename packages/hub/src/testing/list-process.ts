/** Opens a project's store in a process of its own, as `annotate-mcp list` does, prints the ids in it, and closes it. */
import { everyAnnotation, openStore } from '@annotate-mcp/store';

const [root = ''] = process.argv.slice(2);
const store = await openStore(undefined, { root });
const ids: string[] = [];
for await (const { id } of everyAnnotation(store, {})) ids.push(id);
await store.close();
process.stdout.write(ids.join('\n'));
