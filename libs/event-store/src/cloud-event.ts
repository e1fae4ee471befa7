import type { By, LogCloudEvent, Role } from '#contracts';

import { parsePosition, positionText, type StoredEvent } from './event.js';

export const LOG_SOURCE = '/marginalia/ledger';
const TYPE = /^marginalia\.([^\s]+)\.v([1-9][0-9]{0,8})$/;

/** The event as it goes over the wire, by every way the same. */
export function toCloudEvent(event: StoredEvent): LogCloudEvent {
  const { by } = event;
  return {
    specversion: '1.0',
    id: event.id,
    source: LOG_SOURCE,
    type: `marginalia.${event.type}.v${event.typeVersion}`,
    subject: event.stream,
    time: event.time,
    datacontenttype: 'application/json',
    position: positionText(event.position),
    streamversion: positionText(event.version),
    epoch: String(event.epoch),
    digest: event.digest,
    prev: event.prev,
    chain: event.chain,
    salt: event.salt,
    bycredential: by.credential,
    byrole: by.role,
    byproven: by.proven,
    ...(by.label === undefined ? {} : { bylabel: by.label }),
    cause: event.cause,
    data: event.data,
  };
}

/** Every attribute there is. Another one would be covered by no digest. */
const ATTRIBUTES = new Set([
  ...[
    'specversion',
    'id',
    'source',
    'type',
    'subject',
    'time',
    'datacontenttype',
    'position',
    'streamversion',
    'epoch',
  ],
  ...['digest', 'prev', 'chain', 'salt', 'bycredential', 'byrole', 'byproven', 'bylabel', 'cause', 'data'],
]);

/** The inverse of `toCloudEvent`; undefined when a member is missing, unknown, or has another form. */
export function fromCloudEvent(event: LogCloudEvent): StoredEvent | undefined {
  if (!Object.keys(event).every((name) => ATTRIBUTES.has(name))) return undefined;
  if (event.datacontenttype !== 'application/json') return undefined;
  const texts = [
    event.id,
    event.subject,
    event.time,
    event.digest,
    event.prev,
    event.chain,
    event.salt,
    event.cause,
    event.bycredential,
    event.byrole,
  ];
  const numbers = [event.position, event.streamversion, event.epoch];
  if (![...texts, ...numbers, event.type].every((text) => typeof text === 'string')) return undefined;
  if (event.specversion !== '1.0' || event.source !== LOG_SOURCE || typeof event.byproven !== 'boolean')
    return undefined;
  const [position, version, epoch] = numbers.map(parsePosition);
  const [, type, typeVersion] = TYPE.exec(event.type) ?? [];
  if (position === undefined || version === undefined || epoch === undefined || type === undefined) return undefined;
  const by: By = {
    credential: event.bycredential,
    role: event.byrole as Role,
    proven: event.byproven,
    ...(event.bylabel === undefined ? {} : { label: event.bylabel }),
  };
  return {
    position,
    stream: event.subject,
    version,
    id: event.id,
    type,
    typeVersion: Number(typeVersion),
    time: event.time,
    epoch: Number(epoch),
    by,
    cause: event.cause,
    salt: event.salt,
    data: event.data,
    digest: event.digest,
    prev: event.prev,
    chain: event.chain,
  };
}
