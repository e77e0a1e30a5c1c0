import { buildClient } from './client.ts';
import { writeEmbed } from './embed.ts';
import { buildMessages } from './messages.ts';

await Promise.all([buildMessages(), buildClient()]);
await writeEmbed();
