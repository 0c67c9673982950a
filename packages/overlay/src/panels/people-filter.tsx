import { type Annotation, isSameAddressee } from '@annotate-mcp/core';

import { selectAddressees, selectAuthors } from '../state/people.ts';
import type { OverlayState } from '../state/state.ts';
import { nameAssignee } from '../ui/assignee-field.tsx';
import { requestAuthor } from '../ui/authors.ts';
import { Select } from '../ui/settings.tsx';

/** Whose annotations the list shows, and those that are whose to do. */
export interface PeopleChoice {
  /** The id of a person; empty for all people. */
  readonly author: string;
  /** `unassigned`, an id of a person or `agent <name>`; empty for all. */
  readonly assignee: string;
}

export const allPeople: PeopleChoice = { author: '', assignee: '' };

export function isChosen({ authorId, assignee }: Annotation, choice: PeopleChoice): boolean {
  if (choice.author !== '' && authorId !== choice.author) return false;
  if (choice.assignee === '') return true;
  return choice.assignee === keyOf(assignee);
}

function keyOf(assignee: Annotation['assignee']): string {
  if (assignee === undefined) return 'unassigned';
  return assignee.type === 'person' ? assignee.id : `agent ${assignee.name.toLowerCase()}`;
}

interface PeopleFilterProps {
  state: OverlayState;
  choice: PeopleChoice;
  onChoice: (choice: PeopleChoice) => void;
}

/** Nothing where one person writes everything and nothing is assigned. */
export function PeopleFilter({ state, choice, onChoice }: PeopleFilterProps) {
  const authors = authorsIn(state);
  const assignees = assigneesIn(state);
  if (authors.length < 2 && assignees.length === 0) return null;
  return (
    <div class="nga-tools nga-tools--people">
      {authors.length > 1 && (
        <Select
          label="Written by"
          options={{ '': 'All authors', ...Object.fromEntries(authors) }}
          value={choice.author}
          onChange={(author) => onChoice({ ...choice, author })}
        />
      )}
      {assignees.length > 0 && (
        <Select
          label="Assigned to"
          options={{ '': 'All assignees', unassigned: 'Unassigned', ...Object.fromEntries(assignees) }}
          value={choice.assignee}
          onChange={(assignee) => onChoice({ ...choice, assignee })}
        />
      )}
    </div>
  );
}

function authorsIn(state: OverlayState): [string, string][] {
  const known = selectAuthors(state);
  const byId = new Map<string, string>();
  for (const annotation of state.annotations.values())
    byId.set(annotation.authorId, `By ${lowerYou(requestAuthor(annotation, known).name)}`);
  return [...byId];
}

function assigneesIn(state: OverlayState): [string, string][] {
  const assigned = [...state.annotations.values()].flatMap(({ assignee }) => assignee ?? []);
  const known = selectAddressees(state);
  const byKey = assigned.map((one): [string, string] => {
    const current = known.find((other) => isSameAddressee(one, other)) ?? one;
    return [keyOf(one), `For ${lowerYou(nameAssignee(current, state.me.id))}`];
  });
  return [...new Map(byKey)];
}

function lowerYou(name: string): string {
  return name === 'You' ? 'you' : name;
}
