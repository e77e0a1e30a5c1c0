import { callServer } from './call.ts';

/** Checks the connection before a submit that must not fail silently offline, such as a cash payment. */
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
    // Cleared first, so that screen readers announce it again.
    notice.textContent = isOffline ? (notice.dataset.noNetwork ?? '') : '';
  };
  let stage: 'idle' | 'asking' | 'sending' | 'sent' = 'idle';
  form.addEventListener('submit', (event) => {
    if (stage === 'sending') {
      stage = 'sent';
      return;
    }
    event.preventDefault();
    if (stage !== 'idle') return;
    stage = 'asking';
    const { submitter } = event;
    void isReachable().then((isThere) => {
      say(!isThere);
      stage = isThere ? 'sending' : 'idle';
      if (isThere) form.requestSubmit(submitter);
    });
  });
  window.addEventListener('pageshow', () => {
    stage = 'idle';
  });
  window.addEventListener('offline', () => say(true));
  window.addEventListener('online', () => say(false));
  if (!navigator.onLine) say(true);
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-needs-network]')) guardNetwork(form);
