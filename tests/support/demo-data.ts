/**
 * Makes a demo data folder: `bun tests/support/demo-data.ts FOLDER`. Tests that start many servers copy it by DEMO_DATA, which
 * saves four seconds each.
 */
import { openShop } from '#src/app/shop.ts';
import { readConfig } from '#src/config/config.ts';
import { instant } from '#src/kernel/time.ts';
import { silentLog } from '#src/runtime/log.ts';
import { diskAssets } from './disk-assets.ts';
import { assetFolder, readMigrations, testFonts } from './sources.ts';

const [, , folder] = process.argv;
if (!folder) throw new Error('write: demo-data.ts FOLDER');
const shop = await openShop({
  config: readConfig({ DATA_DIR: folder }, { demo: true }),
  clock: () => instant(Date.now()),
  assets: await diskAssets(assetFolder),
  migrations: await readMigrations(),
  fonts: testFonts,
  log: silentLog,
  demo: true,
  synchronous: 'OFF',
});
await shop.migrate();
await shop.addDemoData();
await shop.stop();
