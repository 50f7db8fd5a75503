/** The CDK app of one stage for the emulator: EMULATOR_URL and STAGE say where, and which. */
import { addStage, checkedApp } from '#infra/cdk/add-stage.ts';
import { readSettings, type SettingsInput } from '#infra/cdk/settings.ts';
import { apiIdOf, baseUrlOf, STAGES } from './stages.ts';

const { EMULATOR_URL = '', STAGE } = process.env;
const stage = STAGES.find((each) => each === STAGE) ?? STAGES[0];

/** A sender for every channel. The emulator cannot create a configuration set for SMS, so one is named here. */
const SETTINGS: SettingsInput = {
  baseUrl: baseUrlOf(EMULATOR_URL, stage),
  senders: {
    whatsapp: { phoneNumberId: `phone-number-id-${'0'.repeat(32)}` },
    sms: { originationIdentity: 'Collect', configurationSet: 'collections-sms' },
    email: { from: 'reminders@collections.example' },
  },
};

const app = checkedApp();
addStage(app, stage, { settings: readSettings(stage, SETTINGS), tags: { 'ms-custom-id': apiIdOf(stage) } });
app.synth();
