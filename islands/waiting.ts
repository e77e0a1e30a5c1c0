/** Unanswered posts are stored for the next page of this tab. */
export function saveWaiting(action: string, body: URLSearchParams | null): () => void {
  const entry = `${action} ${body}`;
  try {
    sessionStorage.typed = body ? entry : '';
  } catch {
    // Quota exceeded: only sent.
  }
  return () => {
    if (sessionStorage.typed === entry) sessionStorage.typed = '';
  };
}
