/** Headers as they are sent: in their order, with their spelling, and each as often as it is there. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** `raw` as Node has it: names and values in turn. */
export function readHeaders(raw: readonly string[]): HeaderList {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

export function valueOf(headers: HeaderList, name: string): string | null {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? null;
}

/** Each header with the values that `change` gives for it; its name arrives in lower case. */
export function mapHeaders(
  headers: HeaderList,
  change: (name: string, value: string) => string | null,
): HeaderList {
  return headers.flatMap(([name, value]) => {
    const changed = change(name.toLowerCase(), value);
    return changed === null ? [] : [[name, changed] as const];
  });
}

/** Headers of one connection, which are not passed on to the next. */
export function isHopByHop(name: string): boolean {
  return ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'].includes(name);
}
