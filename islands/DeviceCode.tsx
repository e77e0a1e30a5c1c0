import { type ReactElement, useEffect, useState } from 'react';

/** The pairing code follows `#`, so no server sees it. A link works once, so only the button sends it. */
export default function DeviceCode(props: { label: string; hint: string; code: string }): ReactElement {
  const [code, setCode] = useState(props.code);
  useEffect(() => {
    const fromLink = decodeURIComponent(location.hash.slice(1));
    if (!fromLink) return;
    setCode(fromLink);
    history.replaceState(null, '', location.pathname);
  }, []);
  return (
    <div className="field">
      <label className="field-label" htmlFor="field-code">
        {props.label}
      </label>
      <p className="field-hint" id="field-code-hint">
        {props.hint}
      </p>
      <input
        className="input"
        id="field-code"
        name="code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        aria-describedby="field-code-hint"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
    </div>
  );
}
