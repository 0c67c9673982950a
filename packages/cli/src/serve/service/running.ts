/** Whether a server of ours answers on this port of this machine. */
export async function answersAt(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2000) });
    const health: unknown = await answer.json();
    return typeof health === 'object' && health !== null && 'extensionConnected' in health;
  } catch {
    // No server answers there, or another program does.
    return false;
  }
}
