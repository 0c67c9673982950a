export { attach, type AttachableServer } from './attach.ts';
export { breakOff, endAfterReading, refuse, refuseOnSocket, sendJson } from './answer.ts';
export { readBody, readJson } from './body.ts';
export { accessChanged, type Caller } from './caller.ts';
export { hideOurCookies, setsOurCookie, withoutOurCookies } from './cookies.ts';
export { guard } from './guard.ts';
export type { Identified, Identify } from './identify.ts';
export { ListenError } from './listen-error.ts';
export { listen, listenWith, type Listener, type ListenOptions, matchFor } from './listen.ts';
export { middleware, type Middleware } from './middleware.ts';
export { isLoopback } from './peer.ts';
export { setUserOfPeer, userOfPeer } from './peer-user.ts';
export {
  policies,
  type HostRule,
  type OriginRule,
  type PeerRule,
  type Policy,
  type PolicyName,
  type TokenPlace,
  type TokenRule,
} from './policies.ts';
export { HttpError, type Refusal } from './refusal.ts';
export type { GuardOptions, PeerUser, PresentedTokens, RequestFacts } from './request-facts.ts';
export { checkRequestHost } from './request-host.ts';
export { createRouter, unknownCaller, type Router, type RouterOptions } from './router.ts';
export { findRoute } from './routes.ts';
export type { Handler, Route, RouteContext, RouteKind, RouteMatch, UpgradeHandler } from './routes.ts';
export { targetsOf } from './target.ts';
export { hostTokenCookieName, isSameToken, noTokenCookies, tokenCookie, tokenCookieName } from './token.ts';
export { declineUpgrade, offersWebSocket } from './upgrade-offer.ts';
