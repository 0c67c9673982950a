/** `npm run build:plugin`: the plugin in dist/claude, and dist/annotate-mcp.mcpb for Claude Desktop. */
import { join } from 'node:path';

import { buildPlugin } from './src/build-plugin.ts';

const { plugin, bundle } = await buildPlugin(join(import.meta.dirname, 'dist'));
process.stdout.write(`${plugin}\n${bundle}\n`);
