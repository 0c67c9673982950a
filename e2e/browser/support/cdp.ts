/**
 * The little of Chrome's protocol that these suites need, spoken by hand. Playwright would attach to every page: it
 * answers dialogs itself and makes hidden tabs look focused, which is what is tested here.
 */
export interface Cdp {
  send(method: string, params?: object, session?: string): Promise<Record<string, unknown>>;
  close(): void;
}

interface Message {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

export async function connectCdp(address: string): Promise<Cdp> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (message: Message) => void>();
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error(`Nothing at ${address}.`));
  });
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  };
  let last = 0;
  return {
    send: async (method, params = {}, session) => {
      const id = ++last;
      const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
      socket.send(
        JSON.stringify({ id, method, params, ...(session !== undefined && { sessionId: session }) }),
      );
      const { result, error } = await answer;
      waiting.delete(id);
      if (result === undefined) throw new Error(`${method}: ${error?.message ?? 'no result'}`);
      return result;
    },
    close: () => socket.close(),
  };
}
