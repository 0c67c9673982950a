/** The program's first steps. Nothing here may import, directly or not, what an old Node does not have. */
import { unsupportedNode } from './node-version.ts';

const refusal = unsupportedNode(process.versions.node);
if (refusal === null) {
  const { main } = await import('./main.ts');
  await main();
} else {
  process.stderr.write(`${refusal.message}\n${refusal.hint}\n`);
  process.exitCode = 1;
}
