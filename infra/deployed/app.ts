/** The CDK app of the stage for the emulator: EMULATOR_URL says where; CANARY, that its releases are careful. */
import { addStage, checkedApp } from '#infra/cdk/add-stage.ts';
import { readSettings, type SettingsInput } from '#infra/cdk/settings.ts';
import { API_ID, baseUrlOf, STAGE } from './stage.ts';

const { EMULATOR_URL = '', CANARY } = process.env;

/** A sender for every channel. The emulator cannot create a configuration set for SMS, so one is named here. */
const SETTINGS: SettingsInput = {
  ...(CANARY && { canary: true }),
  baseUrl: baseUrlOf(EMULATOR_URL),
  senders: {
    whatsapp: { phoneNumberId: `phone-number-id-${'0'.repeat(32)}` },
    sms: { originationIdentity: 'Collect', configurationSet: 'collections-sms' },
    email: { from: 'reminders@collections.example' },
  },
};

const app = checkedApp();
addStage(app, STAGE, { settings: readSettings(STAGE, SETTINGS), tags: { 'ms-custom-id': API_ID } });
app.synth();
