import { useFile } from '#src/ui/page.tsx';

const drawn: readonly string[] = ['running', 'trail', 'triathlon', 'company', 'kids', 'charity', 'night', 'autumn'];

/** The address of an event's picture: its own, else the drawing of its kind. */
export function usePicture(event: { titlePicture: string | null; kind: string }): string {
  const chosen = event.titlePicture?.startsWith('default:') ? event.titlePicture.slice('default:'.length) : event.kind;
  return useFile(`pictures/${drawn.includes(chosen) ? chosen : 'running'}.svg`);
}
