/** What hub.setup.ts provides to the tests. */
declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the running hub. */
    hub: string;
  }
}

export {};
