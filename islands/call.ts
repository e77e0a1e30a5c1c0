const retries = 3;
const retryDelayMs = 2000;

/** Retries failed connections, never an answer: for reads and idempotent writes only. Null: no answer. */
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
