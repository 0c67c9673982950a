import { useEffect, useState } from 'preact/hooks';

/** The time, told anew every minute and at each drawing: ages are shown in minutes. */
export function useNow(): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}
