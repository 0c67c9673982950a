import { useEffect, useRef, useState } from 'preact/hooks';

import type { Annotations } from './describe-changes.ts';

/**
 * The text for screen readers when badges change. It stays until there is a newer one. The code that describes changes is
 * loaded with the first of them.
 */
export function useAnnouncement(annotations: Annotations): string {
  const before = useRef(annotations);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const earlier = before.current;
    before.current = annotations;
    if (earlier.size > 0 && earlier !== annotations)
      void describe(earlier, annotations).then((changes) => changes !== '' && setAnnounced(changes));
  }, [annotations]);
  return announced;
}

async function describe(before: Annotations, after: Annotations): Promise<string> {
  try {
    return (await import('./describe-changes.ts')).describeChanges(before, after);
  } catch {
    // Without the dev server the code cannot be loaded; it is asked for again with the next change.
    return '';
  }
}
