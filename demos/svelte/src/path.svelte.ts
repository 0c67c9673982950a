/** The path of the current address, and navigation without a reload. */
export function createPath() {
  let path = $state(location.pathname);
  $effect(() => {
    const follow = () => {
      path = location.pathname;
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  });
  return {
    get path() {
      return path;
    },
    go(next: string) {
      history.pushState(null, '', next);
      path = next;
    },
  };
}
