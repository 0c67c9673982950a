import type { AssetName } from '../document/panel-types.ts';

/**
 * Runs a script that was loaded as text. It uses an element instead of `eval`, which the policies of hosts forbid; where
 * the policy requires a nonce, the nonce of the view's own script is used.
 */
export async function runAsset(name: AssetName, load: (name: AssetName) => Promise<string>): Promise<void> {
  const script = document.createElement('script');
  script.textContent = await load(name);
  const own = document.querySelector<HTMLScriptElement>('script[nonce]');
  if (own !== null) script.nonce = own.nonce;
  document.head.append(script);
  script.remove();
}
