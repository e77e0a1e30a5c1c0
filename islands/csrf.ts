/** CSRF token. A login sets it as a cookie; the first page with scripts moves it to session storage. */
const name = 'csrf-token';
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null;
tabs?.addEventListener('message', ({ data }) => {
  if (typeof data === 'string') keep(data);
});

/** Storage may be unavailable. */
let inMemory = '';

function keep(token: string): string {
  inMemory = token;
  try {
    sessionStorage.setItem(name, token);
  } catch {} // Storage may be unavailable.
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

/** For the header `x-csrf-token`. A newer login wins over the page's token. */
export const csrfToken = (): string => fromCookie() || inMemory || keep(ofThePage() || stored());
