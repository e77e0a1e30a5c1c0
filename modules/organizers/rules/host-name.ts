/** In lower case, `münchen.example` as `xn--mnchen-3ya.example`. Null for IP addresses and other text. */
export function hostNameOf(input: string): string | null {
  const text = input.trim().replace(/\.$/, '');
  if (text === '' || /[\s/\\?#@:%[\]]/u.test(text)) return null;
  const host = URL.parse(`https://${text}`)?.hostname ?? '';
  const labels = host.split('.');
  const areLabels = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  if (host.length > 253 || labels.length < 2 || !areLabels) return null;
  // A top-level domain contains letters; an IP address does not.
  return /[a-z]/.test(labels.at(-1) ?? '') ? host : null;
}

/** Without the port. */
export const hostNameIn = (header: string): string => header.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
