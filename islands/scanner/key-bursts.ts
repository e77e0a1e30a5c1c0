/** Hardware scanners act as keyboards: they type a whole code at once and end with Enter, faster than people. */
const pauseMs = 60;
const fewest = 6;

/** Collects timed keys; answers the text of a finished burst, or null. */
function burstReader(): (key: string, at: number) => string | null {
  let text = '';
  let last = Number.NEGATIVE_INFINITY;
  return (key, at) => {
    const isQuick = at - last <= pauseMs;
    last = at;
    if (!isQuick) text = '';
    if (key === 'Enter') {
      const whole = text;
      text = '';
      return isQuick && whole.length >= fewest ? whole : null;
    }
    if (key.length === 1) text += key;
    return null;
  };
}

/** Reports every burst, wherever the focus is. `isOwn`: the field that handles codes itself. */
export function listenForBursts(
  isOwn: (target: EventTarget | null) => boolean,
  isCode: (text: string) => boolean,
  read: (text: string) => void,
): () => void {
  const next = burstReader();
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const text = next(event.key, event.timeStamp);
    if (text === null || isOwn(event.target)) return;
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isField && !isCode(text)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isField) (event.target as HTMLInputElement).form?.reset();
    read(text);
  };
  window.addEventListener('keydown', listen, true);
  return () => window.removeEventListener('keydown', listen, true);
}
