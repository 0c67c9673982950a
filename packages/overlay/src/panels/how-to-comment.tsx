import { Kbd } from '../ui/button.tsx';
import { keyLabel } from '../ui/key-label.ts';

/** The two gestures, for a person who is new here. */
export function HowToComment() {
  return (
    <>
      <li>
        <b>Select text</b> to comment on it.
      </li>
      <li class="nga-with-keys">
        <Kbd>{keyLabel('Alt')}</Kbd> <b>+ click</b> an element: a picture, a button, a whole section.
      </li>
    </>
  );
}
