/** The stop hook, which runs after every turn of an agent: an annotation is open, and the hook sends the agent on. */
import { randomUUID } from 'node:crypto';

import { sampleOfSize } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

import { bin } from '../bin.ts';

import type { Subject } from './subject.ts';

/** Reads its input and answers, as a hook of bare Node would. */
const bareHook = `process.stdin.on('data', () => console.log('{}'))`;

export async function hookSubjects(root: string, configFolder: string): Promise<Subject[]> {
  const store = await openStore(undefined, { root, configFolder });
  await store.add(sampleOfSize(6_000, { id: randomUUID() }));
  await store.close();
  // Each session is told once, so each start is a session of its own.
  const input = () => JSON.stringify({ session_id: randomUUID(), cwd: root, hook_event_name: 'Stop' });
  return [
    { title: 'baseline: a hook of bare Node', args: ['-e', bareHook], input, endsInput: true },
    { title: 'annotate-mcp hook stop', args: [bin(), 'hook', 'stop'], input, endsInput: true },
  ];
}
