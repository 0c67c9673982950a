/** What the person is asked, and their answer, as the consent page sends it. */
import { vi } from 'vitest';

import type { Store } from '@annotate-mcp/store';

/** Waits until something is asked. */
export async function questionIn(store: Store): Promise<{ url: string; page: string }> {
  const url = await vi.waitFor(async () => {
    const [question] = await store.questions.list();
    if (question === undefined) throw new Error('Nothing is asked.');
    return question.url;
  }, 10_000);
  return { url, page: await (await fetch(url)).text() };
}

/** As the consent page sends it. */
export async function answerQuestion(store: Store, optionId: string, headers: Record<string, string> = {}) {
  const { url, page } = await questionIn(store);
  const [, secret = ''] = /data-token="([^"]+)"/.exec(page) ?? [];
  const { origin } = new URL(url);
  const { status } = await fetch(url, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token: secret, optionId }),
  });
  return status;
}
