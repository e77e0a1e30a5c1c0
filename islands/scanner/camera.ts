import type { ChosenCamera } from './begin.ts';

/** Reads QR codes with the browser's detector, or with a decoder loaded on demand. */
type Decode = (video: HTMLVideoElement) => Promise<string | null>;
type Detector = { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

async function ownDetector(): Promise<DetectorClass | null> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  return own && (await own.getSupportedFormats().catch((): string[] => [])).includes('qr_code') ? own : null;
}

export async function warmUp(): Promise<void> {
  if (await ownDetector()) return;
  const { decodeQr } = await import('./decoder.ts');
  await decodeQr(new ImageData(32, 32));
}

async function makeDecode(): Promise<Decode> {
  const own = await ownDetector();
  if (own) {
    const detector = new own({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { decodeQr } = await import('./decoder.ts');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return null;
    // Half a megapixel finds a code as well as eight, ten times as fast.
    const scale = Math.min(1, 800 / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return decodeQr(context.getImageData(0, 0, canvas.width, canvas.height));
  };
}

/** Some browsers allow zoom only if requested with the camera; others ignore it. */
const closer = { zoom: true } as MediaTrackConstraints;
/** Optional torch and zoom, missing in the browser's types. */
type Abilities = { torch?: boolean; zoom?: { min: number; max: number; step?: number } };
type Wish = { torch?: boolean; zoom?: number };

export type Camera = {
  stop(): void;
  cameras: readonly { id: string; label: string }[];
  id: string;
  setTorch: ((on: boolean) => Promise<void>) | null;
  zoom: { min: number; max: number; step: number; value: number; set(to: number): Promise<void> } | null;
};

const any = { facingMode: { ideal: 'environment' } };
const open = (which: MediaTrackConstraints): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video: { ...which, ...closer, width: { ideal: 1280 } }, audio: false });

/** The saved id may have changed or be unplugged; then any camera is used. */
async function openChosen({ id, label }: ChosenCamera): Promise<MediaStream> {
  const stream = await open({ deviceId: { exact: id } }).catch(() => open(any));
  // Labels need a running camera.
  const same = (await navigator.mediaDevices.enumerateDevices()).find(
    (device) => device.kind === 'videoinput' && device.label === label && label !== '',
  );
  if (!same || stream.getVideoTracks()[0]?.label === label) return stream;
  for (const track of stream.getTracks()) track.stop();
  return open({ deviceId: { exact: same.deviceId } });
}

/** Reports every code; by default of the rear camera. Rejects without a camera or permission. */
export async function startCamera(
  video: HTMLVideoElement,
  seen: (text: string) => void,
  chosen: ChosenCamera | null,
): Promise<Camera> {
  const stream = await (chosen === null ? open(any) : openChosen(chosen));
  video.srcObject = stream;
  await video.play();
  const decode = await makeDecode();
  let isOn = true;
  const look = async (): Promise<void> => {
    if (!isOn) return;
    const text = await decode(video).catch(() => null);
    if (text !== null && isOn) seen(text);
    if (isOn) setTimeout(() => requestAnimationFrame(() => void look()), 90);
  };
  void look();
  return {
    stop() {
      isOn = false;
      for (const track of stream.getTracks()) track.stop();
      video.srcObject = null;
    },
    ...(await controlsOf(stream)),
  };
}

export async function controlsOf(
  stream: MediaStream,
  devices: Pick<MediaDevices, 'enumerateDevices'> = navigator.mediaDevices,
): Promise<Omit<Camera, 'stop'>> {
  const [track] = stream.getVideoTracks();
  const { torch, zoom } = (track?.getCapabilities?.() ?? {}) as Abilities;
  const settings = (track?.getSettings() ?? {}) as { deviceId?: string; zoom?: number };
  const wish = async (wanted: Wish): Promise<void> => {
    await track?.applyConstraints({ advanced: [wanted as MediaTrackConstraintSet] });
  };
  const all = await devices.enumerateDevices().catch((): MediaDeviceInfo[] => []);
  return {
    cameras: all
      .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, label })),
    id: settings.deviceId ?? '',
    setTorch: torch ? (on) => wish({ torch: on }) : null,
    zoom:
      zoom && zoom.max > zoom.min
        ? {
            min: zoom.min,
            max: zoom.max,
            step: zoom.step || 0.1,
            value: settings.zoom ?? zoom.min,
            set: (to) => wish({ zoom: to }),
          }
        : null,
  };
}
