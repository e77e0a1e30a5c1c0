/**
 * The token that calls carry as proof of coming from our own pages. A login sets it as a cookie; the first page with
 * script takes it from there, removes the cookie and keeps the token for its tab. Other open tabs are told, since their
 * own is of the login before.
 */
const name = 'csrf-token';
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null;
tabs?.addEventListener('message', ({ data }) => {
  if (typeof data === 'string') keep(data);
});

/** In memory too: a browser may refuse to store anything. */
let kept = '';

function keep(token: string): string {
  kept = token;
  try {
    sessionStorage.setItem(name, token);
  } catch {
    // Then the page alone knows it.
  }
  return token;
}

function stored(): string {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function fromCookie(): string {
  const token = decodeURIComponent(/(?:^|;\s*)csrf-token=([^;]*)/.exec(document.cookie)?.[1] ?? '');
  if (!token) return '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not yet in all browsers.
  document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
  tabs?.postMessage(token);
  return keep(token);
}

const ofThePage = (): string => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';

/** For the header `x-csrf-token`. A login since this page was loaded counts, then what the page was given. */
export const csrfToken = (): string => fromCookie() || kept || keep(ofThePage() || stored());
