import { type RefObject, useEffect, useRef, useState } from 'react';
import { savedSelection, saveSelection } from './begin.ts';
import type { Camera } from './camera.ts';

/** Ignores the same code until it was away or this long. */
const sameCodeMs = 5000;

export type ScannerCamera = {
  state: 'off' | 'starting' | 'on' | 'denied';
  running: Camera | null;
  isLit: boolean;
  zoom: number;
  open(id?: string): Promise<void>;
  stop(): void;
  light(on: boolean): void;
  zoomTo(value: number): void;
  /** The result was read: ignores the ticket still in front of the camera. */
  goOn(): void;
};

export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  read: (text: string) => Promise<void>,
  denied: () => void,
): ScannerCamera {
  const [state, setState] = useState<ScannerCamera['state']>('off');
  const [isLit, setLit] = useState(false);
  const [zoom, setZoom] = useState(1);
  const running = useRef<Camera | null>(null);
  const last = useRef({ text: '', at: 0, busy: false });

  // Keeps the camera running when the callback changes.
  const seenNow = useLatest(seen);
  useEffect(() => () => running.current?.stop(), []);

  function seen(text: string): void {
    const { text: before, at, busy } = last.current;
    const now = Date.now();
    last.current = { text, at: now, busy };
    if (busy || (before === text && now - at < sameCodeMs)) return;
    last.current.busy = true;
    void read(text).finally(() => {
      last.current.busy = false;
    });
  }

  function stop(): void {
    running.current?.stop();
    running.current = null;
    setLit(false);
    setState('off');
  }

  async function open(id?: string): Promise<void> {
    const chosen = running.current?.cameras.find((camera) => camera.id === id);
    stop();
    setState('starting');
    try {
      const { startCamera } = await import('./camera.ts');
      const which = chosen ?? savedSelection();
      running.current = await startCamera(video.current as HTMLVideoElement, (text) => seenNow.current(text), which);
      setZoom(running.current.zoom?.value ?? 1);
      if (which !== null) saveSelection(which);
      setState('on');
    } catch {
      setState('denied');
      denied();
    }
  }

  return {
    state,
    running: running.current,
    isLit,
    zoom,
    open,
    stop,
    // A disconnected camera ignores both.
    light: (on) =>
      void running.current?.setTorch?.(on).then(
        () => setLit(on),
        () => setLit(false),
      ),
    zoomTo(value) {
      setZoom(value);
      void running.current?.zoom?.set(value).catch(() => {});
    },
    goOn() {
      last.current = { ...last.current, at: Date.now() };
    },
  };
}

/** The latest value of a render, for cameras, listeners and timers that outlive it. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
