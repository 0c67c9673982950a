import { useEffect, useRef, useState } from 'preact/hooks';

/** The newest value, updated at most every `ms` milliseconds, because each update makes the page paint. */
export function useThrottled<T>(value: T, ms: number): T {
  const [shown, show] = useState(value);
  const last = useRef(-Infinity);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        last.current = performance.now();
        show(() => value);
      },
      Math.max(0, last.current + ms - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [value]);
  return shown;
}

/** The value that has not changed for `ms` milliseconds. */
export function useSettled<T>(value: T, ms: number): T {
  const [shown, show] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => show(() => value), ms);
    return () => clearTimeout(timer);
  }, [value]);
  return shown;
}
