export interface FakeRequest {
  method: string;
  /** With the query of the address. */
  path: string;
  body: Record<string, unknown>;
}

export interface FakeAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}
