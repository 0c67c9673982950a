/** A server of the parts that annotate-mcp is made of, with one tool that does nothing: what these parts cost by themselves. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const [, , folder = ''] = process.argv;
enableCompileCache(join(folder, 'compiled'));
// After that, so that their code comes from the cache, as ours does.
const { McpServer } = await import('@modelcontextprotocol/server');
const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
const { z } = await import('zod');

const database = new DatabaseSync(join(folder, 'empty.db'));
database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS records (id TEXT PRIMARY KEY)');
database.prepare('SELECT count(*) FROM records').get();
const server = new McpServer({ name: 'empty', version: '0' });
server.registerTool(
  'nothing',
  { description: 'Does nothing.', inputSchema: z.object({ text: z.string() }) },
  () => ({ content: [] }),
);
await server.connect(new StdioServerTransport());
