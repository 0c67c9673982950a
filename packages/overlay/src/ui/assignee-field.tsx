import { type Addressee, type Annotation, isSameAddressee } from '@annotate-mcp/core';

import { shownName } from './authors.ts';
import { Select } from './settings.tsx';

export interface AssigneeFieldProps {
  annotation: Annotation;
  /** Whom it can be assigned to. */
  addressees: readonly Addressee[];
  /** The id of the person who reads. */
  me: string;
  /** `undefined` where the person may not change it. */
  onAssign: ((to: Addressee | null) => void) | undefined;
  tabIndex?: number;
}

/** Who is to do it. Nothing is shown where there is neither a person nor an agent to choose. */
export function AssigneeField({ annotation, addressees, me, onAssign, tabIndex }: AssigneeFieldProps) {
  const { assignee } = annotation;
  if (!onAssign)
    return assignee === undefined ? null : (
      <p class="nga-small nga-muted">Assigned to {nameAssignee(assignee, me)}</p>
    );
  const known = withAssignee(addressees, assignee);
  if (known.length === 0) return null;
  const names = ['Unassigned', ...known.map((one) => nameAssignee(one, me))];
  const at = assignee === undefined ? 0 : known.findIndex((one) => isSameAddressee(one, assignee)) + 1;
  return (
    <label class="nga-assignee nga-small" data-nga="assignee">
      <span class="nga-muted">Assigned to</span>
      <Select
        options={Object.fromEntries(names.map((name, n) => [`to-${n}`, name]))}
        value={`to-${at}`}
        onChange={(key) => onAssign(known[Number(key.slice(3)) - 1] ?? null)}
        {...(tabIndex !== undefined && { tabIndex })}
      />
    </label>
  );
}

/** An assignee who is not here any more stays shown. */
function withAssignee(addressees: readonly Addressee[], assignee: Addressee | undefined): Addressee[] {
  const isKnown = assignee === undefined || addressees.some((one) => isSameAddressee(one, assignee));
  return isKnown ? [...addressees] : [...addressees, assignee];
}

export function nameAssignee(assignee: Addressee, me: string): string {
  if (assignee.type === 'agent') return `${shownName(assignee.name) ?? 'an agent'} (agent)`;
  return assignee.id === me ? 'You' : (shownName(assignee.name) ?? 'a person');
}
