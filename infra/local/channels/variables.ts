/** The variables of the channels' senders, which the fakes know, and those that lead their clients to the fakes. */

export const SENDER_VARIABLES = {
  WHATSAPP_PHONE_NUMBER_ID: 'phone-number-id-00000000000000000000000000000000',
  META_API_VERSION: 'v23.0',
  SMS_ORIGINATION_IDENTITY: 'Collect',
  /** The sender is a name, to which customers cannot reply. */
  SMS_ONE_WAY: 'true',
  SMS_MAX_PRICE: '1.00',
  SMS_CONFIGURATION_SET: 'collections-sms',
  EMAIL_FROM: 'reminders@collections.example',
  EMAIL_CONFIGURATION_SET: 'collections-email',
  EMAIL_REPLY_DOMAIN: 'replies.collections.example',
  EMAIL_REPLY_BUCKET: 'replies',
} as const;

/** Each client of the SDK reads the variable with its service's id. */
export const senderEndpoints = (url: string) => ({
  AWS_ENDPOINT_URL_SOCIALMESSAGING: url,
  AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: url,
  AWS_ENDPOINT_URL_SESV2: url,
  AWS_ENDPOINT_URL_S3: url,
});
