/** The service of a test: a test makes the functions that it calls from it, with what the test replaces. */
import { type ServiceReplacements, type WholeService, wholeService } from '#infra/local/whole-service.ts';
import { clock } from '#lib/clock.ts';
import { callerGuard } from '#lib/http/caller-guard.ts';
import { logTo, output } from '#lib/log.ts';
import { random } from '#lib/random.ts';
import type { Service } from '#lib/service.ts';
import { type Settings, settingsFrom } from '#lib/settings.ts';
import { table as liveTable } from '#lib/store/table/live-table.ts';
import { openTable, type Table } from '#lib/store/table/table.ts';

type Given = Partial<Omit<Service, 'settings'>> & ServiceReplacements & { settings?: Partial<Settings> };

const current = () => settingsFrom(process.env);

/** What the environment says when it is asked: a test file may set these after its imports. */
const settings: Settings = {
  ...current(),
  get senders() {
    return current().senders;
  },
  get testAccountsSend() {
    return current().testAccountsSend;
  },
  get retentionDays() {
    return current().retentionDays;
  },
  get nothingDueBefore() {
    return current().nothingDueBefore;
  },
};

/** The table of the running test file. */
function aTable(source: Pick<Service, 'clock' | 'random' | 'log' | 'settings'>): Table {
  return Object.defineProperties(openTable(source, liveTable.client), {
    client: { get: () => liveTable.client },
    name: { get: () => liveTable.name },
    retentionDays: { get: () => source.settings.retentionDays },
  });
}

/** It remembers no caller that another one has met. */
export function aService({ settings: given, ...parts }: Given = {}): WholeService {
  const known = {
    settings: given === undefined ? settings : { ...settings, ...given },
    clock: parts.clock ?? clock,
    random: parts.random ?? random,
    log: parts.log ?? logTo((line) => output.write(line), { clock, settings }),
  };
  return wholeService({ ...known, callerGuard: callerGuard(known) }, aTable(known), parts);
}

export const service = aService();
