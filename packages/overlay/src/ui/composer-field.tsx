import { useRef } from 'preact/hooks';

import type { FieldProps } from './field.tsx';
import { useFocus } from './focus.ts';
import { MentionField, type MentionFieldProps } from './mention-field.tsx';

export interface ComposerFieldProps extends Pick<FieldProps, 'value' | 'onText' | 'onSubmit'> {
  label?: string;
  /** Whether the field takes the focus when it appears. */
  takesFocus?: boolean;
  mentionable?: MentionFieldProps['mentionable'];
}

export const requestLabel = 'What should change?';

/** The field that a new annotation is written in. */
export function ComposerField({
  label = requestLabel,
  takesFocus = true,
  mentionable = [],
  ...rest
}: ComposerFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useFocus(field, takesFocus);
  return (
    <MentionField
      fieldRef={field}
      data-nga="composer-text"
      label={label}
      placeholder={label}
      rows={2}
      mentionable={mentionable}
      {...rest}
    />
  );
}
