/** What the hub says about a request that it has refused, and what to do. */
export async function describeRefusal(response: Response): Promise<string> {
  const said = (await response.json().catch(() => ({}))) as { error?: unknown; hint?: unknown };
  const words = [said.error, said.hint].filter((text) => typeof text === 'string');
  return words.join(' ') || `The dev server answered with ${response.status}.`;
}
