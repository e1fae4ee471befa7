import { STREAM_NAMES } from '../src/index.js';
import type { Schema } from './schema.js';

/** A channel with its messages by name, each kept in the components. */
export interface Channel {
  address: string | null;
  summary?: string;
  messages: Record<string, string>;
  stream?: (typeof STREAM_NAMES)[number];
}
export interface Part {
  channels: Record<string, Channel>;
  operations: Record<string, object>;
  messages: Record<string, object>;
  /** What the operations of one verb share. */
  traits: Record<string, object>;
}

const PARAMETERS: Record<string, { description: string; enum?: string[] }> = {
  agent: { description: 'Uid of the agent: 1–63 of a-z 0-9 _ -, starting with a letter or digit.' },
  credential: { description: 'Id of the credential that asks; its NATS permissions pin this token.' },
  skill: { description: 'Name of the skill.' },
  stream: { description: 'JetStream stream that the message stood in.', enum: [...STREAM_NAMES] },
};

export const message = (name: string, payload: Schema, more: object = {}): object => ({ name, payload, ...more });
export const channelRef = (channel: string): object => ({ $ref: `#/channels/${channel}` });
export const messageRef = (channel: string, name: string): object => ({
  $ref: `#/channels/${channel}/messages/${name}`,
});

/** As the document has it: parameters of the address are named, messages are references. */
export function renderChannel({ address, summary, messages, stream }: Channel): object {
  const names = [...(address ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return {
    address,
    ...(summary !== undefined && { summary }),
    ...(names.length > 0 && { parameters: Object.fromEntries(names.map((name) => [name, PARAMETERS[name]])) }),
    messages: Object.fromEntries(
      Object.entries(messages).map(([name, id]) => [name, { $ref: `#/components/messages/${id}` }]),
    ),
    ...(stream !== undefined && { 'x-stream': stream }),
  };
}
