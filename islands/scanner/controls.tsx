import type { ReactElement, RefObject } from 'react';
import type { Camera } from './camera.ts';
import type { Signals } from './signals.ts';
import type { ScannerTexts } from './status.tsx';
import type { ScannerCamera } from './use-camera.ts';

export function CameraView(props: {
  camera: ScannerCamera;
  video: RefObject<HTMLVideoElement | null>;
  texts: ScannerTexts;
  isHidden: boolean;
}): ReactElement {
  const { camera, video, texts, isHidden } = props;
  const { state, running } = camera;
  const isOn = state === 'on';
  return (
    <>
      <div className="scanner-camera" data-state={state} hidden={isHidden}>
        <video ref={video} playsInline muted />
        {isOn ? <div className="scanner-frame" /> : null}
        {isOn ? <p className="scanner-hint">{texts.cameraHint}</p> : null}
        {state === 'denied' ? <p className="scanner-denied">{texts.cameraDenied}</p> : null}
        <button
          type="button"
          className={isOn ? 'button button-quiet button-small' : 'button'}
          disabled={state === 'starting'}
          onClick={() => (isOn ? camera.stop() : void camera.open())}
        >
          {isOn ? texts.cameraStop : texts.camera}
        </button>
      </div>
      {isOn && running ? <CameraControls camera={camera} running={running} texts={texts} /> : null}
    </>
  );
}

function CameraControls(props: { camera: ScannerCamera; running: Camera; texts: ScannerTexts }): ReactElement | null {
  const { camera, running, texts } = props;
  const { isLit, zoom } = camera;
  if (!running.setTorch && !running.zoom && running.cameras.length < 2) return null;
  return (
    <div className="scanner-controls">
      {running.setTorch ? (
        <button
          type="button"
          className="button button-quiet button-small"
          aria-pressed={isLit}
          onClick={() => camera.light(!isLit)}
        >
          {texts.torch}
        </button>
      ) : null}
      {running.cameras.length > 1 ? (
        <label className="scanner-control">
          <span>{texts.whichCamera}</span>
          <select className="input" value={running.id} onChange={(event) => void camera.open(event.target.value)}>
            {running.cameras.map(({ id, label }, index) => (
              <option key={id} value={id}>
                {label || texts.cameraNumber.replace('{number}', String(index + 1))}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {running.zoom ? (
        <label className="scanner-control">
          <span>{texts.zoom}</span>
          <input
            type="range"
            min={running.zoom.min}
            max={running.zoom.max}
            step={running.zoom.step}
            value={zoom}
            onChange={(event) => camera.zoomTo(event.target.valueAsNumber)}
          />
        </label>
      ) : null}
    </div>
  );
}

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
