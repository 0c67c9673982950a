import { useEffect, useState } from 'react';

/** The path of the current address, and navigation without a reload. */
export function usePath(): [path: string, go: (path: string) => void] {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const go = (next: string) => {
    history.pushState(null, '', next);
    setPath(next);
  };
  return [path, go];
}
