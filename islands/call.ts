/** How often a call is tried again, and how much longer it waits each time. */
const retries = 3;
const retryDelayMs = 2000;

/** Asks the server; a connection that fails is tried again, unless the browser knows of none. null: no answer at all. */
export async function callServer(address: string, init: RequestInit): Promise<Response | null> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await fetch(address, init);
    } catch {
      if (attempt === retries || !navigator.onLine) return null;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs * (attempt + 1)));
    }
  }
}
