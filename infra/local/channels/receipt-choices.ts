/** The receipts that each channel can send, in the words of the workbench. */
import type { Channel } from '#lib/domain/channels/channels.ts';

/** Each choice is a status, with a reason if it failed. */
export const RECEIPT_CHOICES: Readonly<Record<Channel, Readonly<Record<string, string>>>> = {
  whatsapp: {
    delivered: 'Delivered',
    read: 'Read',
    failed: 'Failed',
    'failed not_on_whatsapp': 'Failed: not on WhatsApp',
    'failed transient': 'Failed for now',
  },
  sms: {
    delivered: 'Delivered',
    failed: 'Failed',
    'failed invalid_number': 'Failed: invalid number',
    'failed transient': 'Failed for now',
  },
  email: {
    delivered: 'Delivered',
    read: 'Opened',
    'failed bounce': 'Bounced',
    'failed complaint': 'Marked as spam',
    'failed transient': 'Failed for now',
  },
};
