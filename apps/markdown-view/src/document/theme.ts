/** The theme in the same order as for the tokens: the root element's, else the system's. */
export function isDark(): boolean {
  return getComputedStyle(document.documentElement).colorScheme === 'dark';
}

export function followTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let dark = isDark();
  const check = () => {
    if (dark === isDark()) return;
    dark = !dark;
    onChange();
  };
  const forced = new MutationObserver(check);
  forced.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', check);
  return () => {
    forced.disconnect();
    system.removeEventListener('change', check);
  };
}
