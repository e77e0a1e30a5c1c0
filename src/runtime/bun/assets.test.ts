import { expect, test } from 'vitest';
import { embeddedAssets } from './assets.ts';

const manifest = { runtime: '', hydrate: '', hydrateDeps: [], islands: {}, css: '/assets/main-1.css', files: {} };
const assets = embeddedAssets({ '/assets/main-1.css': 'static/css/tokens.css' }, manifest);
const textOf = async (address: string): Promise<string | null> => {
  const asset = await assets.read(address);
  return asset && new TextDecoder().decode(asset.body.plain);
};

test('the executable serves its own files and the computed sheet of a white label', async () => {
  expect(await textOf(manifest.css)).toContain('--accent');
  expect(await textOf('/assets/accent-ffd400.css')).toContain('--accent:#ffd400');
  expect(await textOf('/assets/no-such-file.css')).toBeNull();
});
