/**
 * A scanner with a cable or by Bluetooth is a keyboard to the browser: it types a whole code in a moment and ends with
 * Enter. Nobody types that fast.
 */
const pauseMs = 60;
const fewest = 6;

/** Collects keys; told each with its time, it answers the text of a burst that has just ended, or null. */
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
    // Shift and the like come between; they say nothing.
    if (key.length === 1) text += key;
    return null;
  };
}

/**
 * Tells every burst, wherever on the page the focus is. `isOwn`: the field that takes what is typed anyway, and sends it
 * with Enter itself. What is typed into another field is told only where `isCode`, and taken out of it again.
 */
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
