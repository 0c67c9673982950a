import type { Reply } from '@annotate-mcp/core';

import { Age } from './age.tsx';

/** The name of an author and how long ago the author wrote. */
export function AuthorLine({ name, at }: { name: string; at: string }) {
  return (
    <div class="nga-who">
      <b dir="auto">{name}</b>
      <Age at={at} class="nga-muted" title={new Date(at).toLocaleString()} />
    </div>
  );
}

export function authorName(
  { author, agentName }: Pick<Reply, 'author' | 'agentName'>,
  person = 'You',
): string {
  return author === 'user' ? person : (agentName ?? 'Agent');
}
