/**
 * What was sent and is not answered yet waits in the tab for its next page, and no longer than the tab is open. A browser
 * that keeps nothing for pages has no login either.
 */
export function saveWaiting(action: string, body: URLSearchParams | null): () => void {
  const entry = `${action} ${body}`;
  try {
    sessionStorage.typed = body ? entry : '';
  } catch {
    // Too much for a tab: then it is only sent.
  }
  return () => {
    if (sessionStorage.typed === entry) sessionStorage.typed = '';
  };
}
