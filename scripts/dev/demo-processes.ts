/**
 * Leads the processes of a demo: its dev server, and beside it what the options name, which ends when the server does. npm
 * cannot lead them, because it renames itself while it runs, and the recorded command must stay true.
 */
import { npm, ownNode, run, sources } from '../toolchain.mjs';

const [demo = '', port = '', number = '', ...options] = process.argv.slice(2);
if (options.includes('--watch')) void run([ownNode, 'scripts/dev/watch-bundles.ts']);
if (options.includes('--agent')) void run([ownNode, sources, 'demos/agent/src/bin.ts']);
const server = ['run', 'dev', '--workspace', `demos/${demo}`, '--', port, number];
process.exit(await run([...npm(), ...server]));
