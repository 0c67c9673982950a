/** The part of a WebSocket that the overlay uses. */
export interface TextSocket {
  readonly send: (text: string) => void;
  /** Fires no events afterwards, not even `onClose`. */
  readonly close: () => void;
}

export interface TextSocketEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** `code` is that of the WebSocket, where it is known. */
  readonly onClose: (code?: number) => void;
}

export type OpenTextSocket = (url: string, events: TextSocketEvents) => TextSocket;

export const openWebSocket: OpenTextSocket = (url, events) => {
  const socket = new WebSocket(url);
  socket.onopen = events.onOpen;
  socket.onmessage = ({ data }) => events.onText(String(data));
  socket.onclose = ({ code }) => events.onClose(code);
  return {
    send: (text) => socket.send(text),
    close: () => {
      socket.onmessage = socket.onclose = null;
      // Browsers log an error into the app's console for one that is closed while it connects, which is state 0.
      socket.onopen = () => socket.close();
      if (socket.readyState > 0) socket.close();
    },
  };
};
