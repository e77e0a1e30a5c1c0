import type { ReactElement } from 'react';
import type { Camera } from './camera.ts';
import type { Signals } from './signals.ts';
import type { ScannerTexts } from './status.tsx';

/** What the camera that is on can besides: its light, another camera, how close it comes. */
export function CameraControls(props: {
  camera: Camera;
  isLit: boolean;
  zoom: number;
  texts: ScannerTexts;
  light(on: boolean): void;
  choose(id: string): void;
  zoomTo(value: number): void;
}): ReactElement | null {
  const { camera, isLit, zoom, texts, light, choose, zoomTo } = props;
  if (!camera.setTorch && !camera.zoom && camera.cameras.length < 2) return null;
  return (
    <div className="scanner-controls">
      {camera.setTorch ? (
        <button
          type="button"
          className="button button-quiet button-small"
          aria-pressed={isLit}
          onClick={() => light(!isLit)}
        >
          {texts.torch}
        </button>
      ) : null}
      {camera.cameras.length > 1 ? (
        <label className="scanner-control">
          <span>{texts.whichCamera}</span>
          <select className="input" value={camera.id} onChange={(event) => choose(event.target.value)}>
            {camera.cameras.map(({ id, label }, index) => (
              <option key={id} value={id}>
                {label || texts.cameraNumber.replace('{number}', String(index + 1))}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {camera.zoom ? (
        <label className="scanner-control">
          <span>{texts.zoom}</span>
          <input
            type="range"
            min={camera.zoom.min}
            max={camera.zoom.max}
            step={camera.zoom.step}
            value={zoom}
            onChange={(event) => zoomTo(event.target.valueAsNumber)}
          />
        </label>
      ) : null}
    </div>
  );
}

/** Whether it makes a sound and shakes. */
export function SignalSwitches(props: {
  signals: Signals;
  texts: ScannerTexts;
  change(signals: Signals): void;
}): ReactElement {
  const { signals, texts, change } = props;
  return (
    <div className="scanner-controls">
      {(['sound', 'shake'] as const).map((name) => (
        <label className="check" key={name}>
          <input
            type="checkbox"
            checked={signals[name]}
            onChange={(event) => change({ ...signals, [name]: event.target.checked })}
          />
          <span>{texts[name]}</span>
        </label>
      ))}
    </div>
  );
}
