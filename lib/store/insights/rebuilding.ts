/** Everything in the table that a rebuild of an account's statistics reads and writes. */
import { getHistory } from '#lib/store/collection/collections.ts';
import { getTold, getToldInFeed, setToldFacts } from '#lib/store/event/told.ts';
import { removeJournal, writeJournal } from '#lib/store/insights/journal.ts';
import {
  removeStatistics,
  savePosition,
  writeFirstCollections,
  writeOwed,
  writeStatistics,
} from '#lib/store/insights/rebuild.ts';
import { getOwed, getPosition, readStatistics } from '#lib/store/insights/statistics.ts';
import { readListPage } from '#lib/store/list/read.ts';

export const rebuildingInsights = {
  ...{ getHistory, getPosition, getTold, getOwed, getToldInFeed, readListPage, readStatistics },
  ...{ removeJournal, removeStatistics, savePosition, setToldFacts },
  ...{ writeFirstCollections, writeJournal, writeOwed, writeStatistics },
};
