/**
 * What a bridge signs with its key (HMAC-SHA-256, base64url) for `/health?challenge=…`, so that a client can be sure of it
 * before it sends the key: another program may listen on the port by now. The address is part of it, so that such a
 * program cannot pass on the challenge to the bridge, which listens elsewhere.
 */
export function proofText(url: string, challenge: string): string {
  return `annotate-mcp bridge\n${url}\n${challenge}`;
}
