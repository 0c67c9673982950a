/** The text that an annotation is about. */
export function Quote({ text, small, ...rest }: { text: string; small?: boolean; 'data-nga'?: string }) {
  return (
    <blockquote class={`nga-quote ${small ? 'nga-small' : ''}`} dir="auto" {...rest}>
      {text}
    </blockquote>
  );
}
