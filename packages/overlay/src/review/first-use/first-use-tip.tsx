import { HowToComment } from '../../panels/review/how-to-comment.tsx';
import type { Corner } from '../../state/state.ts';
import { Button } from '../../ui/button.tsx';

export function FirstUseTip({ corner, onClose }: { corner: Corner; onClose: () => void }) {
  return (
    <section
      class="nga-tip-card nga-surface"
      data-nga="first-use"
      data-corner={corner}
      aria-label="How to comment on this page"
    >
      <ul>
        <HowToComment />
        <li>The round button has all comments and notes.</li>
      </ul>
      <Button variant="primary" data-nga="first-use-close" onClick={onClose}>
        Got it
      </Button>
    </section>
  );
}
