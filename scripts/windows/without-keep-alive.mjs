// Wine cannot set all of a socket's keep-alive times, and then refuses to connect it. Loaded under Wine only.
import { Socket } from 'node:net';

Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
