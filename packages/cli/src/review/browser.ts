/** After this time the launcher has exited, or it is the browser itself. */
const patienceMs = 1_000;

/** `false` when there is no browser to open it with. */
export async function openInBrowser(url: string): Promise<boolean> {
  try {
    const { default: open } = await import('open');
    const launcher = await open(url);
    return await new Promise<boolean>((resolve) => {
      launcher.once('error', () => resolve(false));
      // On Linux the launcher starts even when there is no browser, and then exits with an error.
      launcher.once('exit', (code) => resolve(code === 0));
      setTimeout(() => resolve(true), patienceMs).unref();
    });
  } catch {
    // The address is printed, so the person can open it.
    return false;
  }
}
