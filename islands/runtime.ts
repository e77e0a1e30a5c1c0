// Hand-written: smaller than the configuration of any islands framework.

async function hydrateIsland(element: HTMLElement): Promise<void> {
  const { hydrate } = await import('./hydrate.tsx');
  await hydrate(element);
}

for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) void hydrateIsland(element);

if (document.cookie.includes('csrf-token=')) void import('./csrf.ts').then(({ csrfToken }) => csrfToken());

document.querySelector<HTMLFormElement>('.consent form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  void import('./consent.ts').then(({ answerConsent }) => answerConsent(form, event.submitter));
});

const waiting = document.querySelector<HTMLElement>('[data-payment-waits]')?.dataset.paymentWaits;
if (waiting) void import('./payment-waits.ts').then(({ followPayment }) => followPayment(waiting));
const queue = document.querySelector<HTMLElement>('[data-queue]');
if (queue) void import('./queue.ts').then(({ followQueue }) => followQueue(queue));
const countdown = document.querySelector<HTMLElement>('[data-countdown]');
if (countdown) void import('./queue.ts').then(({ startCountdown }) => startCountdown(countdown));
if (document.querySelector('[data-live]')) void import('./live.ts').then(({ keepLive }) => keepLive());
if (document.querySelector('[data-find],[data-grid]')) void import('./work.ts');
if (document.querySelector('form[data-guard]')) void import('./guard.ts').then(({ guardForms }) => guardForms());
const voucherForm = document.querySelector<HTMLFormElement>('form[data-voucher-form]');
if (voucherForm) void import('./voucher-form.ts').then(({ startVoucherForm }) => startVoucherForm(voucherForm));
if (document.querySelector('[data-needs-network]')) void import('./needs-network.ts');
if (document.querySelector('[data-copy]')) void import('./copy.ts');
const sharing = document.querySelector<HTMLElement>('[data-share]');
if (sharing) void import('./share.ts').then(({ startSharing }) => startSharing(sharing));
try {
  const lateWords: string = sessionStorage.typed;
  if (lateWords) void import('./late-words.ts').then(({ bringLateWords }) => bringLateWords(lateWords));
} catch {}
if (document.querySelector('[data-reload-restored]')) {
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

// Shows a loading bar when the next page takes more than 300 ms. Pages without an island have no script and no bar.
const root = document.documentElement;
let moment = 0;
const elsewhere = '[href^="#"], [href^="mailto:"], [href^="tel:"], [download], [target]';
const showBusy = (event: Event): void => {
  if (event instanceof MouseEvent) {
    const link = (event.target as Element).closest(`a[href]:not(${elsewhere})`);
    // These keys open another tab or window.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  }
  moment = window.setTimeout(() => {
    if (!event.defaultPrevented) root.dataset.busy = '';
  }, 300);
};
window.addEventListener('submit', showBusy);
window.addEventListener('click', showBusy);
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  clearTimeout(moment);
  delete root.dataset.busy;
});

export {};
