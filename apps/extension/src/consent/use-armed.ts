import { useEffect, useState } from 'preact/hooks';

/** A person who is clicking or typing elsewhere when the question appears has not answered it. */
export const armMs = 500;

/** Whether the question has been in view for long enough to be answered. Starts again for each question and each return. */
export function useArmed(questionId: string): boolean {
  const [armed, setArmed] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = (): void => {
      clearTimeout(timer);
      setArmed('');
      if (document.visibilityState === 'visible') timer = setTimeout(() => setArmed(questionId), armMs);
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
  return armed === questionId;
}
