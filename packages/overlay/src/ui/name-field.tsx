import type { Me } from '../state/state.ts';

export interface NameFieldProps {
  me: Me;
  onName: (name: string) => void;
}

/** Where a person changes what they are called. A blank name is not taken, and the one before is shown again. */
export function NameField({ me, onName }: NameFieldProps) {
  const take = (event: Event & { currentTarget: HTMLInputElement }) => {
    const { currentTarget } = event;
    if (currentTarget.value.trim() === '') currentTarget.value = me.name ?? '';
    else onName(currentTarget.value);
  };
  return (
    <input
      class="nga-name-input"
      data-nga="name"
      autocomplete="name"
      maxLength={80}
      dir="auto"
      placeholder="So that others know"
      value={me.name ?? ''}
      onChange={take}
    />
  );
}

/** Asks for the name where it is needed first. What git has is taken with the first comment unless it is changed. */
export function NameLine(props: NameFieldProps) {
  if (props.me.isNamed) return null;
  return (
    <label class="nga-name" data-nga="name-line">
      <span>{props.me.name === null ? 'Your name' : 'You write as'}</span>
      <NameField {...props} />
    </label>
  );
}
