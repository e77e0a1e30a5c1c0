import type { Deps } from '#src/platform/http.ts';

export type DemoLogins = { superAdmin: string; organizer: string; buyer: string };
export const demoLogins: DemoLogins = {
  superAdmin: 'admin@startblock.example',
  organizer: 'organizer@startblock.example',
  buyer: 'buyer@startblock.example',
};
export async function isEmpty(_deps: Deps): Promise<boolean> {
  return true;
}
export async function addDemoData(_deps: Deps): Promise<DemoLogins> {
  return demoLogins;
}
