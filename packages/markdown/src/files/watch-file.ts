import { fileStamp, FileWatch } from '@annotate-mcp/store/files';

/**
 * Calls `onChange` when a file may have changed, appeared or disappeared. Looks every `safetyCheckMs` for changes that
 * no event reports, such as those on a network disk. Returns how to stop.
 */
export function watchFile(file: string, safetyCheckMs: number | null, onChange: () => void): () => void {
  let stamp = fileStamp(file);
  const report = () => {
    stamp = fileStamp(file);
    onChange();
  };
  const watch = new FileWatch(file, report);
  const check = () => {
    watch.renew();
    if (fileStamp(file) !== stamp) report();
  };
  watch.start();
  const timer = safetyCheckMs === null ? undefined : setInterval(check, safetyCheckMs).unref();
  return () => {
    clearInterval(timer);
    watch.stop();
  };
}
