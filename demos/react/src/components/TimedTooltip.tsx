import { useEffect, useRef, useState } from 'react';

const showAfterMs = 150;
const hideAfterMs = 300;

/** Shown and hidden by timers, like the tooltips of most component libraries. */
export function TimedTooltip({ label, text }: { label: string; text: string }) {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (shown: boolean, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(shown), ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <span className="tooltip-anchor">
      <button
        className="button"
        data-testid="tooltip-button"
        onMouseEnter={() => later(true, showAfterMs)}
        onMouseLeave={() => later(false, hideAfterMs)}
      >
        {label}
      </button>
      {isShown && (
        <span className="tooltip" role="tooltip" data-testid="tooltip">
          {text}
        </span>
      )}
    </span>
  );
}
