/** How often a call is tried again, and how much longer it waits each time. */
const retries = 3;
const retryDelayMs = 2000;

/**
 * Asks the server. A connection that fails is tried again, unless the browser knows of none; an answer, whatever it says,
 * is not. So what is asked for here reads, or may arrive twice. A signal ends the tries and the pauses between them too.
 * null: no answer at all.
 */
export async function callServer(address: string, init: RequestInit = {}): Promise<Response | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(address, init);
    } catch {
      if (attempt > retries || init.signal?.aborted || !navigator.onLine) return null;
      await new Promise((resolve) => {
        init.signal?.addEventListener('abort', resolve);
        setTimeout(resolve, retryDelayMs * attempt);
      });
    }
  }
}
