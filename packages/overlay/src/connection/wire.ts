/** One WebSocket, cut down to what is used of it. */
export interface Wire {
  readonly send: (text: string) => void;
  /** Nothing is heard of it any more, not even that it closed. */
  readonly close: () => void;
}

export interface WireEvents {
  readonly opened: () => void;
  readonly heard: (text: string) => void;
  readonly closed: () => void;
}

export type OpenWire = (url: string, events: WireEvents) => Wire;

export const openWebSocket: OpenWire = (url, events) => {
  const socket = new WebSocket(url);
  socket.onopen = events.opened;
  socket.onmessage = ({ data }) => events.heard(String(data));
  socket.onclose = events.closed;
  return {
    send: (text) => socket.send(text),
    close: () => {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
};
