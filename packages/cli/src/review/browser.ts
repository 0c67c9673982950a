/** What opens a browser is gone by then, or stays because it has become one. */
const patienceMs = 1_000;

/** `false` when there is no browser to open it with. */
export async function openInBrowser(url: string): Promise<boolean> {
  try {
    const { default: open } = await import('open');
    const launcher = await open(url);
    return await new Promise<boolean>((resolve) => {
      launcher.once('error', () => resolve(false));
      // On Linux it starts first, and then finds out that there is nothing to open it with.
      launcher.once('exit', (code) => resolve(code === 0));
      setTimeout(() => resolve(true), patienceMs).unref();
    });
  } catch {
    // Whatever it is, the person can open the address that they are shown.
    return false;
  }
}
