import { callServer } from './call.ts';

/** Refreshes `data-live` parts while the page is visible, only on change. The attribute has the interval in seconds. */
export async function keepLive(): Promise<void> {
  let etag = '';
  for (;;) {
    await pause();
    if (document.hidden || document.querySelector('[data-live] :focus, [data-live] details[open]')) continue;
    const headers = { accept: 'text/html', ...(etag ? { 'if-none-match': etag } : {}) };
    const answer = await callServer(location.href, { headers, cache: 'no-store' });
    if (!answer || answer.redirected || (answer.status !== 200 && answer.status !== 304)) continue;
    if (answer.status === 304) continue;
    etag = answer.headers.get('etag') ?? '';
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelectorAll('[data-live]');
    for (const [index, part] of document.querySelectorAll('[data-live]').entries()) {
      const next = fresh[index];
      if (!next || next.innerHTML === part.innerHTML) continue;
      part.replaceWith(next);
      // Listeners attach to the new content.
      next.dispatchEvent(new Event('live-shown', { bubbles: true }));
    }
  }
}

function pause(): Promise<void> {
  const waiting = new AbortController();
  const marks = [...document.querySelectorAll<HTMLElement>('[data-live]')];
  const seconds = Math.min(...marks.map(({ dataset }) => Number(dataset.live) || 15));
  return new Promise<void>((resume) => {
    setTimeout(resume, seconds * 1000);
    document.addEventListener('visibilitychange', () => resume(), { signal: waiting.signal });
  }).finally(() => waiting.abort());
}
