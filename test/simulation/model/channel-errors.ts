/** The errors of the three channels, and what each says of the message: the API references of AWS, docs/decisions/0014-at-most-once.md. */
import type { Channel } from './wire.ts';

export type ErrorKind = 'throttled' | 'refused' | 'broken' | 'unreachable';

/** `reason` is what an attempt shows of it: a code, never a text. */
type ChannelError = { fields: Readonly<Record<string, unknown>>; reason: string };

const named = (...names: string[]): ChannelError[] => names.map((name) => ({ fields: { name }, reason: name }));

/** Any service may answer these before it reads a request. */
const COMMON: Readonly<Record<ErrorKind, readonly ChannelError[]>> = {
  throttled: [
    ...named('ThrottlingException', 'TooManyRequestsException'),
    { fields: { name: 'SomethingNew', $metadata: { httpStatusCode: 429 } }, reason: 'SomethingNew' },
  ],
  refused: named(
    'IncompleteSignature',
    'InvalidSignatureException',
    'MissingAuthenticationTokenException',
    'RequestExpired',
    'SignatureDoesNotMatch',
    'UnknownOperationException',
    'ValidationException',
  ),
  // Nobody can say whether the message was taken.
  broken: [
    { fields: { name: 'InternalFailure', $metadata: { httpStatusCode: 500 } }, reason: 'InternalFailure' },
    { fields: { name: 'Anything', $metadata: { httpStatusCode: 400 } }, reason: 'Anything' },
    { fields: { name: 'Error', code: 'EPIPE', syscall: 'write' }, reason: 'EPIPE' },
    { fields: { name: 'Error', code: 'ECONNRESET' }, reason: 'ECONNRESET' },
    { fields: { name: 'TimeoutError', message: 'the socket timed out' }, reason: 'TimeoutError' },
    { fields: { name: 'not a code', code: 'nor this one!' }, reason: 'unknown' },
    { fields: { name: 'x'.repeat(81), code: 'y'.repeat(80) }, reason: 'y'.repeat(80) },
    { fields: { name: 'AggregateError', errors: [] }, reason: 'AggregateError' },
    {
      fields: { name: 'AggregateError', errors: [{ syscall: 'connect' }, { syscall: 'write' }] },
      reason: 'AggregateError',
    },
    { fields: { name: 'constructor' }, reason: 'constructor' },
  ],
  // Without a connection no byte of the message was sent.
  unreachable: [
    { code: 'ECONNREFUSED', syscall: 'connect' },
    { code: 'ENOTFOUND', syscall: 'getaddrinfo' },
    { name: 'AggregateError', errors: [{ syscall: 'connect' }, { syscall: 'connect' }] },
    { name: 'TimeoutError', message: 'it did not establish a connection in time' },
  ].map((fields) => ({ fields, reason: 'unreachable' })),
};

const because = (name: string, Reason: string): ChannelError => ({ fields: { name, Reason }, reason: Reason });

const OWN: Readonly<Record<Channel, Partial<Record<ErrorKind, readonly ChannelError[]>>>> = {
  whatsapp: {
    throttled: named('ThrottledRequestException'),
    refused: named('InvalidParametersException'),
    broken: named('DependencyException', 'InternalServiceException'),
  },
  sms: {
    refused: [
      ...named('ConflictException'),
      because('ConflictException', 'DESTINATION_COUNTRY_BLOCKED'),
      because('ConflictException', 'DESTINATION_PHONE_NUMBER_NOT_VERIFIED'),
      because('ValidationException', 'SENDER_ID_REQUIRES_REGISTRATION'),
    ],
    broken: named('InternalServerException'),
  },
  email: { refused: named('MessageRejected', 'BadRequestException'), broken: named('InternalServiceErrorException') },
};

export const errorsOf = (channel: Channel, kind: ErrorKind): readonly ChannelError[] => {
  const own = OWN[channel][kind] ?? [];
  // As likely as all the others together.
  return [...COMMON[kind], ...own, ...own, ...own];
};
