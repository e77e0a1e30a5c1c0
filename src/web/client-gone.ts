/**
 * The client has closed the connection while its request was read: nobody's mistake, and nobody hears the answer. Another
 * error stays one, whether or not somebody still waits.
 */
export const isGone = (error: unknown, { signal }: Request): boolean =>
  signal.aborted && error instanceof Error && (error.name === 'AbortError' || /^ECONNRESET$/.test(codeOf(error)));

const codeOf = (error: Error): string => String((error as { code?: unknown }).code);

/** Of a server whose client is gone, as some proxies call it; it is counted, and no answer. */
export const goneStatus = 499;
