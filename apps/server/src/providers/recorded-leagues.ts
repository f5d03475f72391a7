import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { recordedEspn, savedEspnFiles } from './espn/saved-files.ts'
import type { ReadRecorded, SavedFiles } from './league-provider.ts'
import { recordedSleeper, savedSleeperFiles } from './sleeper/saved-files.ts'

export const RECORDED_LEAGUES: Readonly<Record<ProviderName, ReadRecorded>> = {
  espn: recordedEspn,
  sleeper: recordedSleeper,
}

export const RECOGNIZED_FILES: readonly SavedFiles[] = [savedSleeperFiles]

/** Reads all other responses, each file by itself. */
export const OTHER_FILES: SavedFiles = savedEspnFiles
