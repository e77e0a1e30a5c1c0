/** Display time; a repeated text is not shown again meanwhile. */
const readingMs = 8000;

export function showToast(text: string): void {
  const region = document.querySelector('.toasts') ?? newRegion();
  const toasts = [...region.children];
  if (toasts.some((toast) => toast.textContent === text)) return;
  if (toasts.length > 1) toasts[0]?.remove();
  const toast = document.createElement('p');
  toast.className = 'toast';
  toast.textContent = text;
  region.append(toast);
  setTimeout(() => toast.remove(), readingMs);
}

function newRegion(): HTMLElement {
  const region = document.createElement('div');
  region.className = 'toasts';
  region.setAttribute('role', 'status');
  document.body.append(region);
  return region;
}
