import { savedEspnFiles } from './espn/client/saved-files.ts'
import type { SavedFiles } from './league-provider.ts'
import { savedSleeperFiles } from './sleeper/client/saved-files.ts'

export const RECOGNIZED_FILES: readonly SavedFiles[] = [savedSleeperFiles]

/** Reads all other responses, each file by itself. */
export const OTHER_FILES: SavedFiles = savedEspnFiles
