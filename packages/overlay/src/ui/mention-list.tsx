import type { Addressee } from '@annotate-mcp/core';

import { AuthorMark } from './author-mark.tsx';
import { markOf } from './authors.ts';

export interface MentionListProps {
  id: string;
  options: readonly Addressee[];
  active: number;
  onChoose: (chosen: Addressee) => void;
}

/** The people and agents whose name begins with what was typed behind an `@`. The keys are those of the field. */
export function MentionList({ id, options, active, onChoose }: MentionListProps) {
  return (
    <ul class="nga-mentions" role="listbox" id={id} aria-label="People and agents" data-nga="mentions">
      {options.map((option, at) => (
        <li
          key={`${option.type} ${option.name}`}
          id={optionId(id, at)}
          role="option"
          aria-selected={at === active}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.type === 'person' && <AuthorMark mark={markOf(option.id, option.name)} />}
          <span dir="auto">{option.name}</span>
          {option.type === 'agent' && <span class="nga-muted nga-small">agent</span>}
        </li>
      ))}
    </ul>
  );
}

export function optionId(list: string, at: number): string {
  return `${list}-${at}`;
}
