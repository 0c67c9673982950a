import { openStore } from '@annotate-mcp/store';
import { startWork } from './src/index.ts';
process.env.HOME = '/tmp/oc/home';
const store = await openStore('memory:');
let n = 0;
const t0 = Date.now();
const say = (...a: unknown[]) => console.log(Date.now() - t0, ...a);
const running = await startWork({ store, root: '/tmp/oc/proj', command: { name: 'opencode', program: '/tmp/oc/node_modules/.bin/opencode', args: ['acp'], signIn: '' }, version: '0', server: { command: process.execPath, args: ['-e', ''] }, serverEnv: {}, settingsFolder: '/tmp/oc/settings', agents: 1, worktrees: false,
  ask: async (q) => { say('ask', q.kind, q.title, q.text); return n++ === 0 ? { optionId: 'use', values: new Map([['mode', q.title.endsWith('plan') ? 'build' : 'plan'], ['model', 'opencode/deepseek-v4-flash-free']]) } : null; },
  log: (l) => say('log', l), onError: (e) => say('error', e) });
say('started');
setTimeout(async () => { await running.close(); say('closed'); process.exit(); }, 8000);
