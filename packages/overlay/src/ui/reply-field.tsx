import { Field, type FieldProps } from './field.tsx';

export interface ReplyFieldProps extends Pick<FieldProps, 'value' | 'onText' | 'onSubmit'> {
  /** The thread is resolved or dismissed: a reply opens it again. */
  closed: boolean;
}

/** The field that a reply to a thread is written in. */
export function ReplyField({ closed, ...rest }: ReplyFieldProps) {
  const label = closed ? 'What is still wrong?' : 'Reply';
  return (
    <Field
      class="nga-thread-input"
      label={label}
      placeholder={closed ? label : 'Reply…'}
      rows={1}
      {...rest}
    />
  );
}
