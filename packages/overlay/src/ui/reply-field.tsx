import type { FieldProps } from './field.tsx';
import { MentionField, type MentionFieldProps } from './mention-field.tsx';

export interface ReplyFieldProps extends Pick<FieldProps, 'value' | 'onText' | 'onSubmit'> {
  /** The thread is resolved or dismissed: a reply opens it again. */
  closed: boolean;
  mentionable?: MentionFieldProps['mentionable'];
}

/** The field that a reply to a thread is written in. */
export function ReplyField({ closed, mentionable = [], ...rest }: ReplyFieldProps) {
  const label = closed ? 'What is still wrong?' : 'Reply';
  return (
    <MentionField
      class="nga-thread-input"
      label={label}
      placeholder={closed ? label : 'Reply…'}
      rows={1}
      mentionable={mentionable}
      {...rest}
    />
  );
}
