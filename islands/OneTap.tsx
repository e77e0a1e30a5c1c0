import { type ReactElement, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { callServer } from './call.ts';

export type OneTapProps = {
  clientId: string;
  nonce: string;
  scriptSrc: string;
  to: string;
  csrfToken: string | null;
  texts: { button: string; hint: string; loading: string; failed: string };
};

type Answer = { message?: string; details?: { next?: unknown } };
type GoogleId = {
  initialize(options: {
    client_id: string;
    nonce: string;
    use_fedcm_for_prompt: boolean;
    callback(answer: { credential: string }): void;
  }): void;
  prompt(): void;
};
declare global {
  interface Window {
    google?: { accounts: { id: GoogleId } };
  }
}

function load(src: string): Promise<GoogleId> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => (window.google ? resolve(window.google.accounts.id) : reject(new Error('no google')));
    script.onerror = () => reject(new Error('no script'));
    document.head.append(script);
  });
}

async function logIn({ to, csrfToken, texts }: OneTapProps, credential: string): Promise<string> {
  const answer = await callServer('/api/auth/google/login-via-one-tap', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(csrfToken ? { 'x-csrf-token': csrfToken } : {}) },
    body: JSON.stringify({ credential, to }),
  });
  if (answer?.ok) return to;
  const { message, details } = (await answer?.json().catch(() => null)) ?? ({} as Answer);
  if (typeof details?.next === 'string') return details.next;
  throw new Error(message ?? texts.failed);
}

export default function OneTap(props: OneTapProps): ReactElement {
  const { clientId, nonce, scriptSrc, texts } = props;
  const [state, setState] = useState<'ready' | 'loading'>('ready');
  const [refusal, setRefusal] = useState<string | null>(null);
  const fail = (sentence: string) => {
    setRefusal(sentence);
    setState('ready');
  };
  const begin = async () => {
    setRefusal(null);
    setState('loading');
    try {
      const google = window.google?.accounts.id ?? (await load(scriptSrc));
      google.initialize({
        client_id: clientId,
        nonce,
        use_fedcm_for_prompt: true,
        callback: ({ credential }) => {
          logIn(props, credential).then(
            (next) => window.location.assign(next),
            (error: unknown) => fail(error instanceof Error ? error.message : texts.failed),
          );
        },
      });
      google.prompt();
    } catch {
      fail(texts.failed);
    }
  };
  return (
    <div className="one-tap">
      <Button type="button" look="quiet" wide onClick={begin} aria-describedby="one-tap-hint">
        {state === 'loading' ? texts.loading : texts.button}
      </Button>
      <p className="small soft" id="one-tap-hint">
        {texts.hint}
      </p>
      <div role="alert">{refusal === null ? null : <p className="field-error">{refusal}</p>}</div>
    </div>
  );
}
