/** Shows the buttons for what this browser can do: hand a text to another app, or copy it. */
export function startSharing(row: HTMLElement): void {
  const { title = '', text = '', address = '' } = row.dataset;
  const button = (by: string) => row.querySelector<HTMLButtonElement>(`[data-share-by=${by}]`);
  const app = button('app');
  if (app && 'share' in navigator) {
    app.hidden = false;
    // Whoever closes the sheet again has changed their mind; that is no error.
    app.addEventListener('click', () => void navigator.share({ title, text, url: address }).catch(() => undefined));
  }
  const copy = button('copy');
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(`${text} ${address}`);
      const { showToast } = await import('./toast.ts');
      showToast(copy.dataset.done ?? '');
    });
  }
}
