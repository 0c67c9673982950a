/** `annotate-mcp person`: what a team server keeps about one person, and its deletion. */
import { using } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';

import type { PersonAction, PersonOptions } from './person-actions.ts';
import { openProjectStore, withTeam } from './team-database.ts';

export async function person(
  action: PersonAction,
  who: string,
  options: PersonOptions,
  terminal: Terminal,
): Promise<void> {
  await withTeam(options, terminal, async (database, url) => {
    const { deletePerson, exportPerson, requireMember } = await import('@annotate-mcp/team');
    const member = await requireMember(database, options.project, who);
    await using(await openProjectStore(url, options.project), async (store) => {
      if (action === 'export') {
        terminal.print(JSON.stringify(await exportPerson(database, store, member), null, 2));
        return;
      }
      await deletePerson(database, store, member);
      const name = printable(member.name ?? 'the person');
      terminal.print(
        options.json === true
          ? JSON.stringify({ deleted: member.id }, null, 2)
          : `Deleted the name, e-mail address, sessions and drafts of ${name}. What they sent stays as that of a deleted person.`,
      );
    });
  });
}
