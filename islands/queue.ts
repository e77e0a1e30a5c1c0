import { callServer } from './call.ts';

/** Jitter, since thousands wait for the same moment. */
const spread = (milliseconds: number): number => milliseconds * (0.85 + Math.random() * 0.3);
const atOpening = (pauseMs: number): number => Math.random() * pauseMs;

type Answer = { isOn: boolean; place: { state: string; title: string; text: string; pauseSeconds: number } | null };

/** Polls the position, also in a background tab, since polling keeps the place. Reloads on another state. */
export async function followQueue(page: HTMLElement): Promise<void> {
  const { queue = '', state = '', opensIn } = page.dataset;
  const openedAt = opensIn === undefined ? Number.NEGATIVE_INFINITY : performance.now() + Number(opensIn);
  let pauseMs = Number(page.dataset.pause ?? 15) * 1000;
  for (;;) {
    const untilOpening = openedAt - performance.now();
    const isNear = untilOpening > 0 && untilOpening < pauseMs;
    await new Promise((resume) => setTimeout(resume, isNear ? untilOpening + atOpening(pauseMs) : spread(pauseMs)));
    const answer = await callServer(queue, { headers: { accept: 'application/json' }, cache: 'no-store' });
    if (!answer?.ok) continue;
    const { isOn, place } = (await answer.json()) as Answer;
    if (!isOn || place?.state !== state) return location.reload();
    pauseMs = place.pauseSeconds * 1000;
    say(page.querySelector('[data-queue-title]'), place.title);
    say(page.querySelector('[data-queue-text]'), place.text);
    document.title = `${place.title}${document.title.slice(document.title.indexOf(' · '))}`;
  }
}

function say(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

export function startCountdown(part: HTMLElement): void {
  const end = performance.now() + Number(part.dataset.countdown);
  const [visible, aloud] = part.children;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    say(visible ?? null, `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`);
    const warning = [0, 60, 120, 300].find((each) => left <= each);
    if (warning !== undefined) say(aloud ?? null, part.getAttribute(`data-left-${warning}`) ?? '');
    if (left > 0) return;
    clearInterval(clock);
    part.parentElement?.querySelector('.turn-over')?.removeAttribute('hidden');
    // The waiting page has no input to lose.
    if (part.closest('.waiting-room')) location.reload();
  };
  const clock = setInterval(tick, 1000);
  tick();
}
