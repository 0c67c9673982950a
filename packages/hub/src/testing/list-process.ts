/** Opens a project's store in a process of its own, as `annotate-mcp list` does, prints the ids in it, and closes it. */
import { openStore } from '@annotate-mcp/store';

const [root = ''] = process.argv.slice(2);
const store = await openStore(undefined, { root });
const { annotations } = await store.list();
await store.close();
process.stdout.write(annotations.map(({ id }) => id).join('\n'));
