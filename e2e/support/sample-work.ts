/** What an agent does and asks, for the places that play the process which starts agents. */
import type { Asked } from '@annotate-mcp/consent';
import type { Work } from '@annotate-mcp/core';

export function permissionFor(annotationId: string): Asked {
  return {
    kind: 'permission',
    title: 'Run npm test',
    annotationId,
    agentName: 'Claude',
    command: 'npm test -- --run src/BrokenCard.test.tsx',
    options: [
      { id: 'allow', name: 'Allow once', kind: 'allow_once' },
      { id: 'always', name: 'Always allow npm test', kind: 'allow_always' },
      { id: 'refuse', name: 'Refuse', kind: 'reject_once' },
    ],
  };
}

export function workOn(id: string): Work {
  const file = 'demos/react/src/components/BrokenCard.tsx';
  const patch = '@@ -5 +5 @@\n-  <h2>Specail offer</h2>\n+  <h2>Special offer</h2>\n';
  return {
    id,
    agentName: 'Claude',
    state: 'working',
    startedAt: new Date().toISOString(),
    plan: [
      { text: 'Find the heading', status: 'completed' },
      { text: 'Correct it', status: 'in_progress' },
    ],
    steps: [
      { id: 'read', kind: 'read', title: 'Read BrokenCard.tsx', status: 'completed', files: [{ file }] },
      {
        id: 'edit',
        kind: 'edit',
        title: 'Edit BrokenCard.tsx',
        status: 'in_progress',
        files: [{ file, line: 5 }],
        diffs: [{ file, patch }],
      },
    ],
  };
}
