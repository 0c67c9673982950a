import { HttpError } from '@annotate-mcp/http';

import type { Speaker } from '../speaker.ts';

/** Throws for visitors: the files of a project are a matter of the person at its machine. */
export function requireLocal({ local }: Speaker): void {
  if (local) return;
  throw new HttpError(
    403,
    'edit/not-local',
    'Files are shown, opened, written and undone only on the machine they are on.',
    {
      hint: 'Ask the person at that machine.',
    },
  );
}
