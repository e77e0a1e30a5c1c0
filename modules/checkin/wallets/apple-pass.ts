import { Buffer } from 'node:buffer';
import type { AppleWalletConfig } from '#src/config/wallets.ts';
import { drawSvg } from '#src/files/pictures/draw-svg.ts';
import { present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Ticket, ticketAddresses } from '../ticket.ts';
import { labelsIn, passJson } from './pass-json.ts';

export const applePassType = 'application/vnd.apple.pkpass';

/** In points; the phone picks the size for its screen. */
const iconPoints = 29;
let icons: Promise<Record<string, Buffer>> | null = null;

function passIcons(assets: Deps['assets']): Promise<Record<string, Buffer>> {
  const draw = async () => {
    const address = present(assets.manifest.files['icons/favicon.svg'], 'the client was built');
    const svg = new TextDecoder().decode(present(await assets.read(address), 'the icon is an asset').body.plain);
    const sizes = [1, 2, 3].map(async (scale) => [
      scale === 1 ? 'icon.png' : `icon@${scale}x.png`,
      Buffer.from(await drawSvg(svg, iconPoints * scale)),
    ]);
    return Object.fromEntries(await Promise.all(sizes)) as Record<string, Buffer>;
  };
  icons ??= draw();
  return icons;
}

/**
 * Signed pass (`.pkpass`): a ZIP with `pass.json`, pictures, texts, their SHA-1 in `manifest.json`, and a detached PKCS
 * #7 signature of it. The library is large and rarely needed, so it is loaded on demand.
 */
export async function applePass(
  deps: Pick<Deps, 'assets' | 'config' | 'signer'>,
  apple: AppleWalletConfig,
  ticket: Ticket,
): Promise<Uint8Array<ArrayBuffer>> {
  const { PKPass } = await import('passkit-generator');
  const address = `${deps.config.publicUrl}${ticketAddresses(deps.signer, ticket).page}`;
  const pass = new PKPass(
    {
      ...(await passIcons(deps.assets)),
      'pass.json': Buffer.from(JSON.stringify(passJson(ticket, apple, address))),
    },
    { signerCert: apple.certificate, signerKey: apple.key, wwdr: apple.wwdr },
  );
  const [english, german] = [labelsIn(ticket, 'en-us'), labelsIn(ticket, 'de')];
  const names = Object.keys(english) as (keyof typeof english)[];
  pass.localize('de', Object.fromEntries(names.map((name) => [english[name], german[name]])));
  return new Uint8Array(pass.getAsBuffer());
}
