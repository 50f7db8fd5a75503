/**
 * What bundles hold in place of the SDK's code for streams of events: no request and no answer of ours is one. The SDK imports it
 * by `import()`, and what it shares with everything else would be one more file that each cold start loads.
 */

export class EventStreamSerde {
  constructor() {
    throw new Error('Bundles hold no code for streams of events');
  }
}

/** The client for Lambda asks for both when it is made, for one command that we do not use. */
export const eventStreamSerdeProvider = () => undefined;
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
