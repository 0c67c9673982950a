import type { AgentPresence, Annotation } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

/** Resolves when the annotation is so, now or later. */
export async function until(
  store: Store,
  id: string,
  isSo: (annotation: Annotation) => boolean,
): Promise<Annotation> {
  return new Promise((resolve, reject) => {
    const look = () => {
      store.get(id).then((annotation) => {
        if (annotation === null || !isSo(annotation)) return;
        subscription.then((open) => open.close(), reject);
        resolve(annotation);
      }, reject);
    };
    const subscription = store.head().then((head) => {
      const following = store.subscribe(head, { event: look, error: reject });
      look();
      return following;
    });
    subscription.catch(reject);
  });
}

/** Resolves when the agents that are present are so, now or later. */
export async function untilAgents(
  store: Store,
  areSo: (agents: AgentPresence[]) => boolean,
): Promise<AgentPresence[]> {
  return new Promise((resolve, reject) => {
    const subscription = store.agents.subscribe({
      agents: (agents) => {
        if (!areSo(agents)) return;
        // The first call may come before `subscribe` has returned.
        queueMicrotask(() => subscription.close());
        resolve(agents);
      },
      error: reject,
    });
  });
}
