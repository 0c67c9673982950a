import type { AssetName } from '../document/interface.ts';

/**
 * Runs a script that came as text. By an element and not by `eval`, which a policy that lets the view run does not
 * allow; where the policy goes by nonce, the view's own is passed on.
 */
export async function runAsset(name: AssetName, load: (name: AssetName) => Promise<string>): Promise<void> {
  const script = document.createElement('script');
  script.textContent = await load(name);
  const own = document.querySelector<HTMLScriptElement>('script[nonce]');
  if (own !== null) script.nonce = own.nonce;
  document.head.append(script);
  script.remove();
}
