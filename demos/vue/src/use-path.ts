import { onMounted, onUnmounted, type Ref, ref } from 'vue';

/** The path of the current address, and navigation without a reload. */
export function usePath(): { path: Ref<string>; go: (path: string) => void } {
  const path = ref(location.pathname);
  const follow = () => {
    path.value = location.pathname;
  };
  onMounted(() => addEventListener('popstate', follow));
  onUnmounted(() => removeEventListener('popstate', follow));
  const go = (next: string) => {
    history.pushState(null, '', next);
    path.value = next;
  };
  return { path, go };
}
