import { isAway } from '@annotate-mcp/store';

const againMs = 60_000;

/** Every part of a hub notices that the store is away, and each try again; once a minute is enough to say so. */
export function quietWhileAway(
  onError: (error: unknown) => void,
  now: () => Date = () => new Date(),
): (error: unknown) => void {
  let saidAt = -Infinity;
  return (error) => {
    const time = now().getTime();
    if (isAway(error) && time - saidAt < againMs) return;
    if (isAway(error)) saidAt = time;
    onError(error);
  };
}
