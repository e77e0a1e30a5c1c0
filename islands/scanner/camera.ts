/** Reads QR codes from the camera: with the browser's own detector, else with a decoder that is loaded only then. */
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

/** Loads the decoder while there is a network, where the browser has none of its own. */
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
    // Half a megapixel finds a code as well as eight, and ten times as fast.
    const scale = Math.min(1, 800 / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return decodeQr(context.getImageData(0, 0, canvas.width, canvas.height));
  };
}

export type Camera = { stop(): void };

/** Shows the camera in `video` and tells every code it sees. Rejects when there is no camera or it is not allowed. */
export async function startCamera(video: HTMLVideoElement, seen: (text: string) => void): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
    audio: false,
  });
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
  };
}
