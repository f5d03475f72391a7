import { savedEspnFiles } from './espn/client/saved-files.ts'
import type { SavedFiles } from './league-provider.ts'
import { savedSleeperFiles } from './sleeper/client/saved-files.ts'

/** The providers whose saved files are recognized by their contents. */
export const RECOGNIZED_FILES: readonly SavedFiles[] = [savedSleeperFiles]

/** Reads all other responses, each file by itself. */
export const OTHER_FILES: SavedFiles = savedEspnFiles
