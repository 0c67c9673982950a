import { isAway } from '@annotate-mcp/store';

const againMs = 60_000;

/** Every part of a hub reports with each attempt that the store is away: this passes one such error a minute on. */
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
