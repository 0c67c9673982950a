/** What Claude Code itself says of the plugin. Only with `npm run test:full`: it comes from the registry. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { claudeCode, fetchClient } from 'annotate-mcp/real-client';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';

import { buildPlugin } from './build-plugin.ts';

const timeout = 300_000;
const top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate claude ')));
const [plugin, project, home] = ['a plugin', 'project', 'home'].map((name) => join(top, name)) as [
  string,
  string,
  string,
];

beforeAll(async () => {
  for (const folder of [join(project, '.git'), home]) mkdirSync(folder, { recursive: true });
  cpSync((await buildPlugin(join(top, 'built'))).plugin, plugin, { recursive: true });
}, timeout);
afterAll(() => rmSync(top, { recursive: true, force: true }));

describe('Claude Code', { tags: 'full' }, () => {
  it('finds nothing to complain of', { timeout }, async (context) => {
    for (const path of ['.', '.claude-plugin/plugin.json', '.claude-plugin/marketplace.json']) {
      const answer = await claude(context, 'plugin', 'validate', join(plugin, path), '--strict');
      expect({ path, ...answer }).toMatchObject({ path, code: 0 });
    }
  });

  it(
    'installs the plugin from its own marketplace and connects to the server',
    { timeout },
    async (context) => {
      const done = [
        await claude(context, 'plugin', 'marketplace', 'add', plugin),
        await claude(context, 'plugin', 'install', 'annotate-mcp@annotate-mcp'),
      ];
      expect(done).toMatchObject([{ code: 0 }, { code: 0 }]);
      // Without an account it says what there is, and then that it has no account.
      const { stdout } = await claude(context, '-p', 'hi', '--output-format', 'stream-json', '--verbose');
      expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
        subtype: 'init',
        mcp_servers: [{ name: 'plugin:annotate-mcp:annotate', status: 'connected' }],
        tools: containing('mcp__plugin_annotate-mcp_annotate__', 'open_markdown', 'interact'),
        slash_commands: containing('annotate-mcp:', 'open', 'comment', 'review', 'review-markdown'),
      });
    },
  );
});

function containing(prefix: string, ...names: string[]): unknown {
  return expect.arrayContaining(names.map((name) => `${prefix}${name}`));
}

/** In a home of its own, and with nothing of the environment that could name an account. */
async function claude(context: TestContext, ...args: string[]): Promise<{ code: number; stdout: string }> {
  const found = await fetchClient(claudeCode);
  if ('missing' in found) return context.skip(found.missing);
  const env = { PATH: process.env.PATH, HOME: home, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
  return new Promise((resolve) => {
    const child = execFile(found.program, args, { cwd: project, env }, (error, stdout) =>
      resolve({ code: error === null ? 0 : 1, stdout }),
    );
    child.stdin?.end();
  });
}
