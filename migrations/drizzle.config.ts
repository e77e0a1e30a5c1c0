import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'turso',
  schema: ['./src/data/schema.ts', './modules/*/schema*.ts'],
  out: './migrations',
});
