import { generate, install } from './steps.ts';

await install();
await generate();
