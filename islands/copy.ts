/** Shows the buttons that copy their text, where this browser can, and says when it is done. */
export function startCopying(buttons: Iterable<HTMLButtonElement>): void {
  if (!navigator.clipboard) return;
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy ?? '');
      const { showToast } = await import('./toast.ts');
      showToast(button.dataset.done ?? '');
    });
  }
}
