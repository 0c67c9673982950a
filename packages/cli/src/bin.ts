/** The first file that Node runs. It must not import, directly or indirectly, a module that an old Node does not have. */
import { unsupportedNode } from './unsupported-node.ts';

const refusal = unsupportedNode(process.versions.node);
if (refusal === null) {
  const { enableCompileCache } = await import('./compile-cache.ts');
  enableCompileCache();
  const { main } = await import('./main.ts');
  await main();
} else {
  process.stderr.write(`${refusal.message}\n${refusal.hint}\n`);
  process.exitCode = 1;
}
