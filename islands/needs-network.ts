import { callServer } from './call.ts';

/**
 * Forms that must not be posted into nothing: the money of a late registration is in the till, and an error page of the
 * browser says nothing about it. Before one is sent the server is asked; without an answer the page says so, and what was
 * typed stays.
 */
const patience = 4000;

async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const answer = await callServer('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
  return answer?.ok === true;
}

function guardNetwork(form: HTMLFormElement): void {
  const notice = form.querySelector<HTMLElement>('[data-no-network]');
  const say = (isOffline: boolean): void => {
    if (!notice) return;
    notice.hidden = !isOffline;
    // Said anew each time, also to whoever hears the page.
    notice.textContent = isOffline ? (notice.dataset.noNetwork ?? '') : '';
  };
  let stage: 'idle' | 'asking' | 'sending' | 'sent' = 'idle';
  form.addEventListener('submit', (event) => {
    if (stage === 'sending') {
      stage = 'sent';
      return;
    }
    event.preventDefault();
    // A second tap says nothing new.
    if (stage !== 'idle') return;
    stage = 'asking';
    const { submitter } = event;
    void isReachable().then((isThere) => {
      say(!isThere);
      stage = isThere ? 'sending' : 'idle';
      if (isThere) form.requestSubmit(submitter);
    });
  });
  // Whoever comes back to the page may send it again.
  window.addEventListener('pageshow', () => {
    stage = 'idle';
  });
  window.addEventListener('offline', () => say(true));
  window.addEventListener('online', () => say(false));
  if (!navigator.onLine) say(true);
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-needs-network]')) guardNetwork(form);
