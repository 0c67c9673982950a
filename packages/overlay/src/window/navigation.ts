import { guard } from '../page-edge.ts';

/** Reports the address of the tab after each client-side navigation. */
export function watchNavigation(pageWindow: Window, onNavigated: (url: string) => void): () => void {
  let last = pageWindow.location.href;
  const check = () => {
    if (pageWindow.location.href === last) return;
    last = pageWindow.location.href;
    onNavigated(last);
  };
  return 'navigation' in pageWindow
    ? watchEntries(pageWindow.navigation, check)
    : watchHistory(pageWindow, check);
}

function watchEntries(navigation: Navigation, check: () => void): () => void {
  // The first event comes with the new address, the second after an intercepted navigation has rendered.
  navigation.addEventListener('currententrychange', check);
  navigation.addEventListener('navigatesuccess', check);
  return () => {
    navigation.removeEventListener('currententrychange', check);
    navigation.removeEventListener('navigatesuccess', check);
  };
}

/** Without the Navigation API `pushState` fires no event, so it is wrapped, and restored afterwards. */
export function watchHistory(pageWindow: Window, check: () => void): () => void {
  const restore = (['pushState', 'replaceState'] as const).map((name) =>
    wrap(pageWindow.history, name, check),
  );
  pageWindow.addEventListener('popstate', check);
  pageWindow.addEventListener('hashchange', check);
  return () => {
    for (const put of restore) put();
    pageWindow.removeEventListener('popstate', check);
    pageWindow.removeEventListener('hashchange', check);
  };
}

function wrap(history: History, name: 'pushState' | 'replaceState', check: () => void): () => void {
  const own = Object.getOwnPropertyDescriptor(history, name);
  const original = Reflect.get(history, name) as History['pushState'];
  // The app called, and gets no error of ours.
  const checkSafely = guard(check);
  const wrapped = function (this: History, ...args: Parameters<History['pushState']>) {
    Reflect.apply(original, this, args);
    checkSafely();
  };
  // A page may have frozen its history object: then only the events report navigations.
  if (!Reflect.defineProperty(history, name, { value: wrapped, configurable: true, writable: true })) {
    return () => undefined;
  }
  return () => {
    // Other code has wrapped this wrapper: removing it would remove the other one too.
    if (history[name] !== wrapped) return;
    if (own === undefined) Reflect.deleteProperty(history, name);
    else Reflect.defineProperty(history, name, own);
  };
}
