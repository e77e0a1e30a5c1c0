function startCopying(button: HTMLButtonElement): void {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? '');
    const { showToast } = await import('./toast.ts');
    showToast(button.dataset.done ?? '');
  });
}

if (navigator.clipboard)
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) startCopying(button);

export {};
