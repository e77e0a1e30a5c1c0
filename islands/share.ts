export function startSharing(row: HTMLElement): void {
  const { title = '', text = '', address = '' } = row.dataset;
  const app = row.querySelector<HTMLButtonElement>('[data-share-by=app]');
  if (app && 'share' in navigator) {
    app.hidden = false;
    app.addEventListener('click', () => void navigator.share({ title, text, url: address }).catch(() => undefined));
  }
}
