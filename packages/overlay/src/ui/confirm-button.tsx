/** Apart from the other buttons, because only panels have it and they are loaded on demand. */
import { useLayoutEffect, useState } from 'preact/hooks';

import { Button, type ButtonProps } from './button.tsx';

const confirmWithin = 3000;

/** Runs `onClick` on the second click within three seconds; the first click asks. */
export function ConfirmButton({
  children,
  variant = 'danger',
  onClick,
  ...rest
}: Pick<ButtonProps, 'variant' | 'onClick' | 'tabIndex' | 'disabled' | 'busy' | 'title' | 'data-nga'> & {
  children: string;
}) {
  const [asking, setAsking] = useState(false);
  // With the click, not with the paint after it: a busy page paints late, and the question would last longer.
  useLayoutEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => setAsking(false), confirmWithin);
    return () => clearTimeout(timer);
  }, [asking]);
  const click = () => {
    if (asking) onClick();
    setAsking(!asking);
  };
  return (
    <Button {...rest} variant={asking ? 'danger' : variant} onClick={click}>
      <span aria-live="polite">{asking ? `${children}? Click again` : children}</span>
    </Button>
  );
}
