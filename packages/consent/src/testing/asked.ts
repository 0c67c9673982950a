import { onTestFinished } from 'vitest';

import { openStore, type Store } from '@annotate-mcp/store';

import type { Asked } from '../asked.ts';
import { type ConsentPage, openConsentPage } from '../consent-page.ts';

export const permission: Asked = {
  kind: 'permission',
  title: 'Run npm test',
  annotationId: '00000000-0000-4000-8000-000000000005',
  agentName: 'Claude',
  command: 'npm test -- --run',
  files: [{ file: 'src/Card.tsx', line: 3 }],
  diffs: [{ file: 'src/Card.tsx', patch: '@@ -1 +1 @@\n-old\n+new\n' }],
  options: [
    { id: 'once', name: 'Allow once', kind: 'allow_once' },
    { id: 'always', name: 'Always allow npm test', kind: 'allow_always' },
    { id: 'no', name: 'Refuse', kind: 'reject_once' },
    { id: 'absent', name: 'Not installed', kind: 'choice', hint: 'npm install it', disabled: true },
  ],
};

export interface OpenPage {
  readonly store: Store;
  readonly consent: ConsentPage;
  /** The address of the question that was asked last, once it is in the store. */
  readonly urlOfNewest: () => Promise<string>;
}

/** A page that is closed with the test, on a store in memory. */
export async function openTestPage(): Promise<OpenPage> {
  const store = await openStore('memory:');
  const consent = await openConsentPage({
    store,
    now: () => new Date('2026-11-16T08:00:00Z'),
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(async () => {
    await consent.close();
    await store.close();
  });
  const urlOfNewest = async (): Promise<string> => {
    const url = (await store.questions.list()).at(-1)?.url;
    if (url === undefined) throw new Error('Nothing is asked.');
    return url;
  };
  return { store, consent, urlOfNewest };
}
