import { useEffect, useState } from 'preact/hooks';

export interface AgeProps {
  /** An ISO date. */
  at: string;
  class?: string;
  title?: string;
}

/** How long ago something happened. It is drawn again every minute. */
export function Age({ at, ...rest }: AgeProps) {
  const now = useNow();
  return (
    <time dateTime={at} {...rest}>
      {formatAge(at, now)}
    </time>
  );
}

/** "now", "2 min", "3 h", "5 d", then the date. */
export function formatAge(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  if (minutes < 30 * 24 * 60) return `${Math.floor(minutes / 1440)} d`;
  return iso.slice(0, 10);
}

function useNow(): number {
  const [, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}
