import { useEffect } from 'react';
import { createPortal } from 'react-dom';

const shownForMs = 10_000;

/** Rendered to the body, outside of the app's own element. */
export function ToastMessage({ message, onDone }: { message: string; onDone: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onDone, shownForMs);
    return () => clearTimeout(timer);
  }, [onDone]);

  return createPortal(
    <div className="toast" role="status" data-testid="toast">
      {message}
    </div>,
    document.body,
  );
}
