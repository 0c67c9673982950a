/** Lets the overlay's script and socket through a Content Security Policy, and nothing else. */

export interface Admission {
  /** The address of the page as the browser has it: `http://localhost:4747`. */
  readonly origin: string;
  /** What the overlay's script tag has. */
  readonly nonce: string;
  /** The dev server speaks TLS, which a proxy before it does not. */
  readonly isTlsUpstream: boolean;
}

/** `text` may be several policies, separated by commas: each of them has to allow it. */
export function relaxPolicies(text: string, admission: Admission): string {
  return text
    .split(',')
    .map((policy) => relaxPolicy(policy, admission))
    .join(',');
}

/** The nonce of a policy, which then is that of our tag too: a second one is not needed. */
export function nonceIn(text: string): string | null {
  return /'nonce-([\w+/=-]+)'/i.exec(text)?.[1] ?? null;
}

type Directive = readonly [name: string, ...sources: string[]];

function relaxPolicy(policy: string, admission: Admission): string {
  const directives = policy.split(';').flatMap((part): Directive[] => {
    const [name, ...sources] = part.trim().split(/\s+/);
    return name === undefined || name === '' ? [] : [[name, ...sources]];
  });
  if (directives.length === 0) return policy;
  const { origin } = admission;
  const socket = `${origin.replace(/^http/, 'ws')}/__annotate`;
  const kept = directives.filter(([name]) => !admission.isTlsUpstream || !forcesTls(name));
  const withScript = allow(kept, ['script-src-elem', 'script-src', 'default-src'], (sources) =>
    scriptSource(sources, admission),
  );
  const withSocket = allow(withScript, ['connect-src', 'default-src'], () => [
    `${origin}/__annotate/`,
    socket,
  ]);
  return withSocket.map((directive) => directive.join(' ')).join('; ');
}

/** Each subresource would be asked for by `https:`, at a proxy that speaks `http:`. */
function forcesTls(name: string): boolean {
  return ['upgrade-insecure-requests', 'block-all-mixed-content'].includes(name.toLowerCase());
}

/**
 * `names` are the directives that may decide, the deciding one first. `default-src` decides about much more than is
 * wanted, so a copy of it under the first name is extended instead.
 */
function allow(
  directives: readonly Directive[],
  names: readonly [string, ...string[]],
  wanted: (sources: readonly string[]) => readonly string[],
): Directive[] {
  const deciding = names
    .map((name) => directives.find(([each]) => each.toLowerCase() === name))
    .find((directive) => directive !== undefined);
  if (deciding === undefined) return [...directives];
  const [name, ...sources] = deciding;
  // Beside another source `'none'` means nothing, and browsers warn about it.
  const others = sources.filter((source) => source.toLowerCase() !== "'none'");
  const extended = [...others, ...wanted(others).filter((source) => !others.includes(source))];
  if (name.toLowerCase() !== 'default-src')
    return directives.map((each) => (each === deciding ? [name, ...extended] : each));
  return [...directives, [copiesOfDefault[names[0]] ?? names[0], ...extended]];
}

/** Workers and inline handlers follow `script-src`, which has to say of them what `default-src` said. */
const copiesOfDefault: Readonly<Record<string, string>> = { 'script-src-elem': 'script-src' };

/**
 * A nonce where the policy works by nonces or hashes, else the address of our scripts. A nonce in any other policy would
 * switch its `'unsafe-inline'` off.
 */
function scriptSource(sources: readonly string[], { origin, nonce }: Admission): string[] {
  const isStrict = sources.some((source) => /^'(?:nonce-|sha\d{3}-|strict-dynamic')/i.test(source));
  return [isStrict ? `'nonce-${nonce}'` : `${origin}/__annotate/`];
}
