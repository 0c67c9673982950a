/** Tells where the tab is after each client-side navigation. */
export function watchNavigation(view: Window, navigated: (url: string) => void): () => void {
  let last = view.location.href;
  const check = () => {
    if (view.location.href === last) return;
    last = view.location.href;
    navigated(last);
  };
  return 'navigation' in view ? watchEntries(view.navigation, check) : watchHistory(view, check);
}

function watchEntries(navigation: Navigation, check: () => void): () => void {
  // The first comes with the address, the second once an intercepted navigation has rendered.
  navigation.addEventListener('currententrychange', check);
  navigation.addEventListener('navigatesuccess', check);
  return () => {
    navigation.removeEventListener('currententrychange', check);
    navigation.removeEventListener('navigatesuccess', check);
  };
}

/** Where there is no Navigation API, `pushState` tells nobody: it is wrapped, and put back afterwards. */
export function watchHistory(view: Window, check: () => void): () => void {
  const restore = (['pushState', 'replaceState'] as const).map((name) => wrap(view.history, name, check));
  view.addEventListener('popstate', check);
  view.addEventListener('hashchange', check);
  return () => {
    for (const put of restore) put();
    view.removeEventListener('popstate', check);
    view.removeEventListener('hashchange', check);
  };
}

function wrap(history: History, name: 'pushState' | 'replaceState', check: () => void): () => void {
  const own = Object.getOwnPropertyDescriptor(history, name);
  const original = Reflect.get(history, name) as History['pushState'];
  const wrapped = function (this: History, ...args: Parameters<History['pushState']>) {
    Reflect.apply(original, this, args);
    check();
  };
  // A page may have frozen its history: then only the events tell.
  if (!Reflect.defineProperty(history, name, { value: wrapped, configurable: true, writable: true })) {
    return () => undefined;
  }
  return () => {
    // Somebody wrapped ours: taking it out would take theirs with it.
    if (history[name] !== wrapped) return;
    if (own === undefined) Reflect.deleteProperty(history, name);
    else Reflect.defineProperty(history, name, own);
  };
}
