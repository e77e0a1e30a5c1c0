/** The client closed the connection while its request was read. Other errors remain errors even when the client has gone. */
export const isGone = (error: unknown, { signal }: Request): boolean =>
  signal.aborted && error instanceof Error && (error.name === 'AbortError' || /^ECONNRESET$/.test(codeOf(error)));

const codeOf = (error: Error): string => String((error as { code?: unknown }).code);

/** "Client closed request", as some proxies count it; never sent. */
export const goneStatus = 499;
