/** Shows the button that hands a text to another app, where this browser can. */
export function startSharing(row: HTMLElement): void {
  const { title = '', text = '', address = '' } = row.dataset;
  const app = row.querySelector<HTMLButtonElement>('[data-share-by=app]');
  if (app && 'share' in navigator) {
    app.hidden = false;
    // Whoever closes the sheet again has changed their mind; that is no error.
    app.addEventListener('click', () => void navigator.share({ title, text, url: address }).catch(() => undefined));
  }
}
