/** The part of a WebSocket that the overlay uses. */
export interface TextSocket {
  readonly send: (text: string) => void;
  /** Fires no events afterwards, not even `onClose`. */
  readonly close: () => void;
}

export interface TextSocketEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

export type OpenTextSocket = (url: string, events: TextSocketEvents) => TextSocket;

export const openWebSocket: OpenTextSocket = (url, events) => {
  const socket = new WebSocket(url);
  socket.onopen = events.onOpen;
  socket.onmessage = ({ data }) => events.onText(String(data));
  socket.onclose = events.onClose;
  return {
    send: (text) => socket.send(text),
    close: () => {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
};
