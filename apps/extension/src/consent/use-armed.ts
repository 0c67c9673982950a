import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A person who is clicking or typing elsewhere when the question appears has not answered it. */
export const armMs = 500;

export interface Armed {
  /** For the look of the answers. */
  readonly isArmed: boolean;
  /** Whether an answer counts at this moment. */
  readonly canAnswer: () => boolean;
}

/** Whether the question has been in view for long enough. Starts again for each question and each return to it. */
export function useArmed(questionId: string): Armed {
  const [isArmed, setArmed] = useState(false);
  const shownAt = useRef(Infinity);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = (): void => {
      clearTimeout(timer);
      setArmed(false);
      shownAt.current = document.visibilityState === 'visible' ? performance.now() : Infinity;
      if (shownAt.current !== Infinity) timer = setTimeout(() => setArmed(true), armMs);
    };
    start();
    document.addEventListener('visibilitychange', start);
    window.addEventListener('focus', start);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
      window.removeEventListener('focus', start);
    };
  }, [questionId]);
  return { isArmed, canAnswer: () => performance.now() - shownAt.current >= armMs };
}
