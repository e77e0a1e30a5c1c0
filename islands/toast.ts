/** Display time; a repeated text is not shown again meanwhile. */
const readingMs = 8000;

export function showToast(text: string): void {
  const region = document.querySelector('.toasts') ?? newRegion();
  const said = [...region.children];
  if (said.some((toast) => toast.textContent === text)) return;
  if (said.length > 1) said[0]?.remove();
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
